import { describe, expect, it } from 'vitest';
import * as z from 'zod';
import { triageTarget } from '../domain/triage.ts';
import { listInputIssues, toInputProblems } from './input-problems.ts';
import { onlyKeys } from './only-keys.ts';

const report = (schema: z.ZodType, value: unknown): string =>
  toInputProblems('body', listInputIssues(schema, value, schema.safeParse(value).error?.issues ?? []));
const describeTarget = (target: unknown) => report(z.object({ target: triageTarget }), { target });

describe('what is wrong with an input', () => {
  it.each([
    ['a filter without its total', { filter: {}, view: 'single' }, 'body.target.total:'],
    ['a filter with an unknown field', { filter: { foo: 1 }, view: 'single', total: 0 }, 'body.target.filter: Unrecognized key: "foo"'],
    ['another view', { filter: {}, view: 'x', total: 0 }, 'body.target.view:'],
    ['a wrong state', { filter: { states: ['bad'] }, view: 'single', total: 0 }, 'body.target.filter.states.0:'],
    ['no observations', { observations: [] }, 'body.target.observations:'],
    ['a version that is none', { groups: [{ fingerprint: 'a', version: 'b' }] }, 'body.target.groups.0.version:'],
    ['two kinds of target', { observations: [{ id: 'a' }], groups: [] }, 'body.target: Unrecognized key: "groups"'],
    ['nothing', {}, 'body.target: set observations, groups, or a filter with view and total'],
    ['something else', { ids: [] }, 'body.target: set observations, groups, or a filter with view and total'],
    ['no object', 'all', 'body.target: set observations, groups, or a filter with view and total'],
  ])('names the field of a target: %s', (_, target, reported) => {
    expect(describeTarget(target)).toContain(reported);
  });

  it('is one sentence with one end, of at most five problems', () => {
    const field = z.string({ error: 'Give a text.' });
    const schema = z.object(Object.fromEntries(Array.from('abcdefg', (key) => [key, field])));
    expect(report(schema, { a: 1, b: 1, c: 'x', d: 'x', e: 'x', f: 'x', g: 'x' })).toBe('body.a: Give a text; body.b: Give a text.');
    expect(report(schema, {})).toMatch(/^body\.a: is required; .*body\.e: is required; and 2 more\.$/u);
  });

  it('quotes little of what was given', () => {
    for (const schema of [z.strictObject({}), onlyKeys({})]) expect(report(schema, { ['x'.repeat(100_000)]: 1 }).length).toBeLessThan(500);
  });

  it('tells the keys that there are', () => {
    const schema = z.object({ filters: onlyKeys({ status: z.string().optional(), session_id: z.string().optional() }) });
    expect(report(schema, { filters: { bogus: 1, other: 2 } })).toBe(
      'body.filters: Unrecognized key: "bogus". Valid keys: status, session_id.',
    );
    expect(report(onlyKeys({}), { bogus: 1 })).toBe('body: Unrecognized key: "bogus". Valid keys: none.');
  });
});

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { JsonValue } from 'fast-check';
import { parseFixture, readValue } from './__fixtures__/document.ts';
import { fixtureNames } from './__fixtures__/reduce-bytes.ts';
import { formats } from './registry.ts';

describe('a document', () => {
  const fixtures = fixtureNames.filter((name) => name.endsWith('.json')).map(parseFixture);

  const checkAll = (value: unknown) => {
    for (const format of formats) {
      const drafts = readValue(format.id, value);
      const places = drafts.records.map(({ line, block }) => `${String(line)} ${String(block)}`);
      expect(new Set(places).size).toBe(places.length);
      const lines = drafts.records.map((record) => record.line);
      expect(lines).toEqual(lines.toSorted((a, b) => a - b));
      for (const { session } of drafts.records) expect(session).not.toBe('');
      for (const { nativeId, family } of drafts.sessions) expect([nativeId, family]).not.toContain('');
    }
  };

  it('of any content is read without a throw', () => {
    fc.assert(fc.property(fc.jsonValue(), checkAll), { numRuns: 200 });
  });

  it('is read with any of its values replaced', () => {
    const change = (value: unknown, path: readonly number[], by: JsonValue): unknown => {
      const [at, ...rest] = path;
      if (at === undefined || typeof value !== 'object' || value === null) return by;
      const entries = Object.entries(value);
      if (entries.length === 0) return by;
      const picked = at % entries.length;
      const changed = entries.map(([key, held], index) => [key, index === picked ? change(held, rest, by) : (held as unknown)] as const);
      return Array.isArray(value) ? changed.map(([, held]) => held) : Object.fromEntries(changed);
    };
    const path = fc.array(fc.nat(20), { minLength: 1, maxLength: 7 });
    fc.assert(
      fc.property(fc.constantFrom(...fixtures), path, fc.jsonValue({ maxDepth: 2 }), (value, at, by) => {
        checkAll(change(value, at, by));
      }),
      { numRuns: 500 },
    );
  });
});

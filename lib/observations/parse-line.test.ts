import fc from 'fast-check';
import * as z from 'zod';
import { describe, expect, it } from 'vitest';
import {
  observationSeverity,
  observationSource,
  observationState,
  type Observation,
  type ObservationState,
} from '../domain/observation.ts';
import { normalizeTexts } from '../domain/normalize-texts.ts';
import { showsSomething } from '../domain/visible.ts';
import { observationIdOf } from './fingerprint.ts';
import { toReason, toStatus } from './lifecycle.ts';
import { parseObservationLine } from './parse-line.ts';
import { toSeedForm } from './seed-form.ts';
import type { ReportedObservation } from './detection.ts';
import { toReportedObservation } from './reported.ts';

const reportDefaults = { sessionId: null, nowMs: 1_800_000_000_000, by: 'ada' };
/** All lines of a file but blank ones. */
const parse = (text: string) => {
  const lines = text.split('\n');
  const read: { reported: (ReportedObservation & { line: number })[]; problems: { line: number; message: string }[] } = {
    reported: [],
    problems: [],
  };
  for (const [at, content] of lines.entries()) {
    if (content.trim() === '') continue;
    const parsed = parseObservationLine(content, at + 1 === lines.length, reportDefaults);
    if ('reported' in parsed) read.reported.push({ ...parsed.reported, line: at + 1 });
    else read.problems.push({ line: at + 1, message: parsed.problem });
  }
  return read;
};

const fields = [
  'id',
  'observer',
  'content',
  'severity',
  'status',
  'created_at',
  'acknowledged_at',
  'resolved_at',
  'metadata',
  'source_type',
  'source_ref',
  'resolution_note',
];

/** As names are stored. */
const name = fc.string({ unit: 'binary', minLength: 1, maxLength: 20 }).map(normalizeTexts);
/** As observers are stored. */
const trimmed = name.map((text) => text.trim()).filter(showsSomething);
/** As records say it, right or wrong. */
const at = fc.integer({ min: -60_000_000_000_000, max: 250_000_000_000_000 });
/** As JSON tells it: there is no −0. */
const anyJson = fc.json({ maxDepth: 2 }).map((text) => z.json().parse(JSON.parse(text)));
const stored = (state: ObservationState) =>
  fc
    .record({
      sessionId: fc.option(name, { nil: null }),
      observer: trimmed,
      observerName: trimmed,
      content: fc.string({ unit: 'binary', maxLength: 300 }).map(normalizeTexts).filter(showsSomething),
      severity: fc.constantFrom(...observationSeverity.options),
      sourceType: fc.constantFrom(...observationSource.options),
      sourceRef: fc.option(name, { nil: null }),
      category: fc.option(name, { nil: null }),
      title: name,
      more: fc.dictionary(fc.string({ maxLength: 8 }), anyJson, { maxKeys: 4 }),
      createdAtMs: at,
      isTimed: fc.boolean(),
      acknowledgedAtMs: state === 'acknowledged' ? at : fc.option(at, { nil: null }),
      resolvedAtMs: at,
      note: fc.option(fc.string({ unit: 'binary', maxLength: 200 }).map(normalizeTexts), { nil: null }),
      by: name,
    })
    .map(({ more, note, by, resolvedAtMs, isTimed, ...given }): Observation => {
      const { fingerprint: _, category: __, observatory: ___, ...rest } = more;
      const metadata = { ...rest, ...(given.category !== null && { category: given.category }) };
      const draft = { ...given, metadata };
      const { fingerprint } = toReportedObservation({ draft, sessionId: given.sessionId, atMs: given.createdAtMs });
      const reason = toReason(state);
      return {
        ...given,
        id: observationIdOf(given.sessionId, fingerprint),
        fingerprint,
        metadata,
        state,
        status: toStatus(state),
        resolution: reason === null ? null : { reason, note, by, atMs: resolvedAtMs },
        resolvedAtMs: reason === null ? null : resolvedAtMs,
        sessionTitle: null,
        project: null,
        synthetic: false,
        isNoLongerFound: false,
        evidence: null,
        waste: null,
        firstSeenAtMs: isTimed ? given.createdAtMs : null,
        lastSeenAtMs: isTimed ? given.createdAtMs : null,
        changedAtMs: given.createdAtMs,
        seen: 1,
        isCleared: false,
        version: 1,
      };
    });
const lastOf = (...times: (number | null)[]): number | null => {
  const known = times.filter((atMs) => atMs !== null);
  return known.length > 0 ? Math.max(...known) : null;
};
const anyStored = fc.constantFrom(...observationState.options).chain(stored);

describe('observations as JSONL', () => {
  it('come back as they went out, in the order of the specification', () => {
    fc.assert(
      fc.property(fc.array(anyStored, { maxLength: 5 }), (observations) => {
        const forms = observations.map(toSeedForm);
        for (const form of forms) expect(Object.keys(form)).toEqual(fields);
        const { reported, problems } = parse(forms.map((form) => `${JSON.stringify(form)}\n`).join(''));
        expect(problems).toEqual([]);
        expect(reported).toEqual(
          observations.map((observation, index) => ({
            line: index + 1,
            id: observation.id,
            sessionId: observation.sessionId,
            fingerprint: observation.fingerprint,
            observerName: observation.observerName,
            title: observation.title,
            category: observation.category,
            draft: {
              observer: observation.observer,
              content: observation.content,
              severity: observation.severity,
              sourceType: observation.sourceType,
              sourceRef: observation.sourceRef,
              metadata: observation.metadata,
            },
            atMs: observation.createdAtMs,
            isTimed: observation.firstSeenAtMs !== null,
            given: {
              state: observation.state,
              acknowledgedAtMs: observation.acknowledgedAtMs,
              resolution: observation.resolution,
              sinceMs: lastOf(observation.firstSeenAtMs, observation.acknowledgedAtMs, observation.resolvedAtMs),
            },
          })),
        );
      }),
    );
  });

  it('need no more than observer, content and severity', () => {
    const { reported, problems } = parse('{"observer":"Logic Checker","content":"Circular. It assumes itself.","severity":"low"}');
    expect(problems).toEqual([]);
    expect(reported).toMatchObject([
      { line: 1, title: 'Circular', observerName: 'Logic Checker', atMs: reportDefaults.nowMs, given: null, sessionId: null },
    ]);
    expect(reported[0]?.draft).toEqual({
      observer: 'Logic Checker',
      content: 'Circular. It assumes itself.',
      severity: 'low',
      sourceType: 'conversation',
      sourceRef: null,
      metadata: {},
    });
  });

  it('are read as other programs write them', () => {
    const line = {
      id: '0b6f5d9e-1111-4222-8333-944455556666',
      observer: 'Security',
      content: 'Found SQL injection',
      severity: 'critical',
      status: 'resolved',
      created_at: '2026-01-31T12:00:00.123456+02:00',
      acknowledged_at: null,
      resolved_at: '2026-01-31T13:00:00',
      metadata: { cwe: 'CWE-89', reason: 'wont_fix' },
      source_type: 'unknown',
      source_ref: null,
      run: 7,
    };
    const { reported } = parse(`${JSON.stringify(line)}\r\n\r\n`);
    expect(reported[0]).toMatchObject({
      atMs: Date.parse('2026-01-31T10:00:00.123Z'),
      given: { state: 'wont_fix', resolution: { reason: 'wont_fix', note: null, by: 'ada', atMs: Date.parse('2026-01-31T13:00:00Z') } },
    });
    expect(reported[0]?.draft).toMatchObject({
      sourceType: 'conversation',
      metadata: { id: line.id, cwe: 'CWE-89', reason: 'wont_fix', run: 7 },
    });
  });

  it('follow a status that was changed by hand', () => {
    const metadata = {
      observatory: { fingerprint: 'a'.repeat(26), session_id: null, observer: 'stall', title: 't', state: 'regressed', resolved_by: null },
    };
    const given = (status: string) =>
      parse(JSON.stringify({ observer: 'Stall Detector', content: 'c', severity: 'high', status, metadata })).reported[0]?.given?.state;
    expect(['open', 'acknowledged', 'resolved'].map(given)).toEqual(['regressed', 'acknowledged', 'fixed']);
  });

  it('name the line and what is wrong with it, and what would be right', () => {
    const good = '{"observer":"A","content":"x","severity":"low"}';
    const { reported, problems } = parse(
      [
        good,
        '{"observer":"A","content":"x","severity":"urgent"}',
        '[1]',
        '',
        '{"observer":"A","content":"y","severity":"low","status":"done","created_at":"yesterday"}',
        'no json',
        `{"observer":"A","content":"x","severity":"low","resolution_note":"${'n'.repeat(10_001)}"}`,
        good.slice(0, 20),
      ].join('\n'),
    );
    expect(reported.map(({ line }) => line)).toEqual([1]);
    expect(problems.map(({ line }) => line)).toEqual([2, 3, 5, 6, 7, 8]);
    const [severity, object, status, json, note, torn] = problems.map(({ message }) => message);
    expect(severity).toBe('severity: use critical, high, medium, low, info, not "urgent"');
    expect(object).toContain('must be an object');
    expect(status).toBe('status: use open, acknowledged, resolved, not "done"; created_at: use a time such as 2026-01-31T12:00:00Z');
    expect(json).toBe('not valid JSON');
    expect(note).toMatch(/^resolution_note: .*10,?000/u);
    expect(torn).toBe('incomplete line: not valid JSON, and the file ends without a newline');
  });

  it('are read as far as they go, wherever the file is cut', () => {
    const good = `${JSON.stringify({ observer: 'A', content: 'é\u2028👩', severity: 'low' })}\n`;
    const file = good.repeat(3);
    fc.assert(
      fc.property(fc.nat(file.length), (length) => {
        const { reported, problems } = parse(file.slice(0, length));
        // A last line without its newline is whole.
        const whole = Math.floor((length + 1) / good.length);
        expect(reported).toHaveLength(whole);
        expect(problems.length).toBe(length > whole * good.length ? 1 : 0);
      }),
    );
  });

  it('refuse metadata that nobody could write again', () => {
    const nest = (depth: number) =>
      `{"observer":"A","content":"x","severity":"low","metadata":{"a":${'['.repeat(depth)}${']'.repeat(depth)}}}`;
    expect(parse(nest(50)).problems).toEqual([]);
    expect(parse(nest(20_000)).problems).toEqual([
      { line: 1, message: 'metadata: lists and objects are nested more than 100 levels deep' },
    ]);
  });

  it('refuse a field of any name that nests too deep, and take what can be written again', () => {
    const nest = (name: string, depth: number) =>
      `{"observer":"A","content":"x","severity":"low","${name}":${'['.repeat(depth)}${']'.repeat(depth)}}`;
    for (const depth of [100, 4_000, 50_000]) {
      expect(parse(nest('foo', depth)).problems).toEqual([
        { line: 1, message: 'foo: lists and objects are nested more than 100 levels deep' },
      ]);
      expect(parse(nest('severity', depth)).problems).toHaveLength(1);
    }
    expect(parse(nest('severity', 2)).problems[0]?.message).toMatch(/not a list$/u);
    expect(parse(nest('foo', 100_000)).problems[0]?.message).toMatch(/more than 60,000 levels/u);
    expect(parse('['.repeat(100_000) + ']'.repeat(100_000)).problems).toHaveLength(1);
    const { reported } = parse(nest('foo', 99));
    const metadata = reported[0]?.draft.metadata;
    expect(parse(JSON.stringify({ observer: 'A', content: 'x', severity: 'low', metadata })).reported[0]?.draft.metadata).toEqual(metadata);
  });

  it('happened at times that can be', () => {
    const reported = (times: Record<string, unknown>) =>
      parse(JSON.stringify({ observer: 'A', content: 'x', severity: 'low', status: 'resolved', ...times }));
    const problem = (times: Record<string, unknown>) => reported(times).problems[0]?.message;
    expect(problem({ created_at: '2999-01-01T00:00:00Z' })).toBe('created_at: is in the future');
    expect(problem({ acknowledged_at: '2999-01-01T00:00:00Z' })).toBe('acknowledged_at: is in the future');
    expect(problem({ created_at: '1969-12-31T23:59:59Z', resolved_at: '0001-01-01T00:00:00Z' })).toBe(
      'created_at: is before 1970; resolved_at: is before 1970',
    );
    expect(
      problem({ created_at: '2026-05-05T00:00:00Z', acknowledged_at: '2026-05-04T00:00:00Z', resolved_at: '2026-05-05T00:00:00Z' }),
    ).toBe('acknowledged_at: is before created_at');
    expect(problem({ created_at: '2026-05-05T00:00:00Z', resolved_at: '2020-01-01T00:00:00Z' })).toBe('resolved_at: is before created_at');
    const soon = new Date(reportDefaults.nowMs + 12 * 3_600_000).toISOString();
    expect(reported({ created_at: '1970-01-01T00:00:00Z', resolved_at: soon }).problems).toEqual([]);
    expect(reported({ resolved_at: '2020-01-01T00:00:00Z' }).reported).toMatchObject([{ atMs: Date.UTC(2020, 0) }]);
  });

  it('are cut off only where the last line begins as an object', () => {
    expect(parse('{"observer":"A"').problems[0]?.message).toContain('incomplete line');
    for (const last of [']', '"a', 'no json', '}']) expect(parse(last).problems).toEqual([{ line: 1, message: 'not valid JSON' }]);
  });

  it('quote little of what is wrong', () => {
    const [problem] = parse(JSON.stringify({ observer: 'A', content: 'x', severity: 'é'.repeat(1_000_000) })).problems;
    expect(problem?.message.length).toBeLessThan(200);
    const [deep] = parse(`{"${'n'.repeat(1_000_000)}":${'['.repeat(200)}${']'.repeat(200)}}`).problems;
    expect(deep?.message.length).toBeLessThan(200);
  });

  it('never fail, whatever a line holds', () => {
    fc.assert(
      fc.property(fc.oneof(fc.string({ unit: 'binary' }), fc.json()), (text) => {
        const { reported, problems } = parse(text);
        expect(reported).toEqual([]);
        expect(problems.length).toBeLessThanOrEqual(text.split('\n').length);
      }),
    );
  });
});

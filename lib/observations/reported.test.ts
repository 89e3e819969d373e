import { describe, expect, it } from 'vitest';
import type { ObservationDraft } from '../domain/observation.ts';
import { computeFingerprint, observationIdOf } from './fingerprint.ts';
import { toSeparate, toTitle, toReportedObservation } from './reported.ts';

const makeDraft = (draft: Partial<ObservationDraft> = {}): ObservationDraft => ({
  observer: 'Security Reviewer',
  content: 'Found potential SQL injection in query builder',
  severity: 'critical',
  sourceType: 'file',
  sourceRef: 'src/database/query.py:45',
  metadata: { category: 'security' },
  ...draft,
});
const report = (draft: Partial<ObservationDraft> = {}, sessionId: string | null = 's1') =>
  toReportedObservation({ draft: makeDraft(draft), sessionId, atMs: 7 });

describe('toToldObservation', () => {
  it('has an identity of observer, category, content and source, to the letter', () => {
    const { fingerprint } = report();
    expect(report({ severity: 'low', sourceType: 'mixed' }).fingerprint).toBe(fingerprint);
    const others = [
      report({ observer: 'Security reviewer' }),
      report({ metadata: {} }),
      report({ content: 'Found potential SQL injection in query builder 2' }),
      report({ sourceRef: 'src/database/query.py:46' }),
      report({ sourceRef: null }),
    ];
    expect(new Set([fingerprint, ...others.map((other) => other.fingerprint)]).size).toBe(6);
  });

  it('is one in each session and one group over them', () => {
    const reported = [report({}, 's1'), report({}, 's2'), report({}, null)];
    expect(new Set(reported.map(({ fingerprint }) => fingerprint)).size).toBe(1);
    expect(reported.map(({ id }) => id)).toEqual(['s1', 's2', null].map((session) => observationIdOf(session, reported[0]!.fingerprint)));
    expect(new Set(reported.map(({ id }) => id)).size).toBe(3);
  });

  it('takes a fingerprint that is given: one of ours as it is, other text as what it is about', () => {
    const ours = computeFingerprint({ observer: 'stall', category: 'x', subject: 'y', within: null });
    const reported = report({ metadata: { fingerprint: ours, category: 'security' } });
    expect([reported.fingerprint, reported.draft.metadata, reported.category]).toEqual([ours, { category: 'security' }, 'security']);
    const named = (content: string) => report({ content, metadata: { fingerprint: 'CWE-89' } }).fingerprint;
    expect(named('one')).toBe(named('two'));
    expect(named('one')).not.toBe(report({ content: 'one', metadata: { fingerprint: 'CWE-90' } }).fingerprint);
    expect(named('one')).toMatch(/^[a-z2-7]{26}$/u);
  });

  it('is apart, and the same each time, where its fingerprint is of another observer', () => {
    const reported = report({ metadata: { fingerprint: 'a'.repeat(26) } });
    const apart = toSeparate(reported);
    expect(apart).toEqual({ ...reported, fingerprint: apart.fingerprint, id: observationIdOf('s1', apart.fingerprint) });
    expect(toSeparate(report({ observer: 'Another', metadata: { fingerprint: 'a'.repeat(26) } })).fingerprint).not.toBe(apart.fingerprint);
    expect([apart.fingerprint === reported.fingerprint, toSeparate(reported).id]).toEqual([false, apart.id]);
  });

  it('knows no category but a text', () => {
    expect([report().category, report({ metadata: { category: 4 } }).category, report({ metadata: {} }).category]).toEqual([
      'security',
      null,
      null,
    ]);
  });
});

describe('toTitle', () => {
  it('is the first sentence of the first line, in at most 80 characters', () => {
    expect(toTitle('\n  First line.\nSecond')).toBe('First line');
    expect(toTitle('It fails in a.py. Then more.')).toBe('It fails in a.py');
    expect(toTitle('Paths, e.g. those of b.py, are open...')).toBe('Paths, e.g. those of b.py, are open...');
    expect(toTitle('Really? Yes.')).toBe('Really?');
    expect(toTitle('Version 2.4 of it')).toBe('Version 2.4 of it');
    expect(toTitle('x'.repeat(200))).toBe(`${'x'.repeat(79)}…`);
    expect(toTitle('\u001b[31mred')).toBe('␛[31mred');
    expect(toTitle(`${'x'.repeat(78)}👩rest`)).toBe(`${'x'.repeat(78)}…`);
  });
});

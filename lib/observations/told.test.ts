import { describe, expect, it } from 'vitest';
import type { ObservationDraft } from '../domain/observation.ts';
import { computeFingerprint, observationIdOf } from './fingerprint.ts';
import { toApart, toTitle, toToldObservation } from './told.ts';

const makeDraft = (draft: Partial<ObservationDraft> = {}): ObservationDraft => ({
  observer: 'Security Reviewer',
  content: 'Found potential SQL injection in query builder',
  severity: 'critical',
  sourceType: 'file',
  sourceRef: 'src/database/query.py:45',
  metadata: { category: 'security' },
  ...draft,
});
const tell = (draft: Partial<ObservationDraft> = {}, sessionId: string | null = 's1') =>
  toToldObservation({ draft: makeDraft(draft), sessionId, atMs: 7 });

describe('toToldObservation', () => {
  it('has an identity of observer, category, content and source, to the letter', () => {
    const { fingerprint } = tell();
    expect(tell({ severity: 'low', sourceType: 'mixed' }).fingerprint).toBe(fingerprint);
    const others = [
      tell({ observer: 'Security reviewer' }),
      tell({ metadata: {} }),
      tell({ content: 'Found potential SQL injection in query builder 2' }),
      tell({ sourceRef: 'src/database/query.py:46' }),
      tell({ sourceRef: null }),
    ];
    expect(new Set([fingerprint, ...others.map((other) => other.fingerprint)]).size).toBe(6);
  });

  it('is one in each session and one group over them', () => {
    const told = [tell({}, 's1'), tell({}, 's2'), tell({}, null)];
    expect(new Set(told.map(({ fingerprint }) => fingerprint)).size).toBe(1);
    expect(told.map(({ id }) => id)).toEqual(['s1', 's2', null].map((session) => observationIdOf(session, told[0]!.fingerprint)));
    expect(new Set(told.map(({ id }) => id)).size).toBe(3);
  });

  it('takes a fingerprint that is given: one of ours as it is, other text as what it is about', () => {
    const ours = computeFingerprint({ observer: 'stall', category: 'x', subject: 'y', within: null });
    const told = tell({ metadata: { fingerprint: ours, category: 'security' } });
    expect([told.fingerprint, told.draft.metadata, told.category]).toEqual([ours, { category: 'security' }, 'security']);
    const named = (content: string) => tell({ content, metadata: { fingerprint: 'CWE-89' } }).fingerprint;
    expect(named('one')).toBe(named('two'));
    expect(named('one')).not.toBe(tell({ content: 'one', metadata: { fingerprint: 'CWE-90' } }).fingerprint);
    expect(named('one')).toMatch(/^[a-z2-7]{26}$/u);
  });

  it('is apart, and the same each time, where its fingerprint is of another observer', () => {
    const told = tell({ metadata: { fingerprint: 'a'.repeat(26) } });
    const apart = toApart(told);
    expect(apart).toEqual({ ...told, fingerprint: apart.fingerprint, id: observationIdOf('s1', apart.fingerprint) });
    expect(toApart(tell({ observer: 'Another', metadata: { fingerprint: 'a'.repeat(26) } })).fingerprint).not.toBe(apart.fingerprint);
    expect([apart.fingerprint === told.fingerprint, toApart(told).id]).toEqual([false, apart.id]);
  });

  it('knows no category but a text', () => {
    expect([tell().category, tell({ metadata: { category: 4 } }).category, tell({ metadata: {} }).category]).toEqual([
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

import { describe, expect, it } from 'vitest';
import type { Finding } from '../domain/assessment.ts';
import { computeFingerprint, observationIdOf } from './fingerprint.ts';
import { parseSeedForm } from './seed-form.ts';
import { toObservationSeverity, toDetections } from './detection.ts';

const makeFinding = (finding: Partial<Finding>): Finding => ({
  category: 'Repetitive Pattern',
  title: 'Same call, same result, 5 times',
  description: 'Bash was called 5 times.',
  evidence: '#1 make',
  severity: 'warning',
  subject: 'k7',
  standing: 'new',
  calls: [1, 5],
  callCount: 5,
  records: ['r1', 'r5'],
  waste: null,
  ...finding,
});
const makeAssessment = (findings: Finding[], atMs: number | null = 50) => ({
  sessionId: 's1',
  observer: 'stall',
  observerName: 'Stall Detector',
  callId: 'r5',
  callIndex: 5,
  atMs,
  findings,
  suggestions: ['Try something else.', 'Ask.'],
});

describe('toSightings', () => {
  it('makes warnings high and cautions medium, and leaves out what only informs', () => {
    expect((['warning', 'caution', 'info'] as const).map(toObservationSeverity)).toEqual(['high', 'medium', null]);
    const findings = [
      makeFinding({}),
      makeFinding({ severity: 'info', subject: 'k8' }),
      makeFinding({ severity: 'caution', subject: 'k9', standing: 'still' }),
    ];
    expect(toDetections(makeAssessment(findings), 'p', 99).map(({ severity, standing }) => [severity, standing])).toEqual([
      ['high', 'new'],
      ['medium', 'still'],
    ]);
  });

  it('is never longer than what an import takes, and never empty, so that an export reads back', () => {
    const long = makeFinding({ title: `${'t'.repeat(398)}👩${'t'.repeat(9)}`, description: 'd'.repeat(50_000) });
    const [cut, bare] = toDetections(makeAssessment([long, makeFinding({ subject: 'k8', description: '' })]), 'p', 99);
    expect([cut?.title, cut?.content]).toEqual([`${'t'.repeat(398)}…`, `${'d'.repeat(19_999)}…`]);
    expect(bare?.content).toBe('Same call, same result, 5 times');
    const line = { observer: 'Stall Detector', severity: 'high', source_ref: cut?.sourceRef, content: cut?.content };
    const observatory = { fingerprint: cut?.fingerprint, session_id: 's1', observer: 'stall', title: cut?.title, state: 'open' };
    const seed = { ...line, metadata: { observatory: { ...observatory, resolved_by: null } } };
    expect(parseSeedForm(seed, { sessionId: null, nowMs: 1, by: 'mira' })).toMatchObject({ reported: { title: cut?.title } });
    expect(parseSeedForm({ ...seed, content: long.description }, { sessionId: null, nowMs: 1, by: 'mira' })).toHaveProperty('problem');
  });

  it('carries what the finding says, with the identity that it has in any session', () => {
    const [detection] = toDetections(makeAssessment([makeFinding({})]), 'p', 99);
    const fingerprint = computeFingerprint({ observer: 'stall', category: 'Repetitive Pattern', subject: 'k7', within: null });
    expect(detection).toEqual({
      observationId: observationIdOf('s1', fingerprint),
      fingerprint,
      observer: 'stall',
      observerName: 'Stall Detector',
      category: 'Repetitive Pattern',
      title: 'Same call, same result, 5 times',
      content: 'Bash was called 5 times.',
      severity: 'high',
      sourceRef: 'r5',
      metadata: { category: 'Repetitive Pattern', suggestion: 'Try something else.' },
      evidence: { text: '#1 make', calls: [1, 5], callCount: 5, records: ['r1', 'r5'] },
      waste: null,
      standing: 'new',
      callId: 'r5',
      callIndex: 5,
      atMs: 50,
      isTimed: true,
    });
  });

  it('takes the clock where no record tells the time, and the project where the subject names nothing', () => {
    const see = (project: string | null) => toDetections(makeAssessment([makeFinding({ subject: 'scope' })], null), project, 99)[0];
    expect(see('p')).toMatchObject({ atMs: 99, isTimed: false });
    expect(see('p')?.fingerprint).not.toBe(see('q')?.fingerprint);
  });
});

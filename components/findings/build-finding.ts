import type { SessionEpisode } from '@/lib/contracts/assessments.ts';
import type { Assessment, Finding } from '@/lib/domain/assessment.ts';

/** A finding for tests. */
export const buildFinding = (over: Partial<Finding> = {}): Finding => ({
  category: 'Repetitive Pattern',
  title: 'Same call, same result, 3 times',
  description: '',
  evidence: null,
  severity: 'warning',
  subject: 'key',
  standing: 'new',
  calls: [1, 2, 3],
  callCount: over.calls?.length ?? 3,
  records: [],
  waste: null,
  ...over,
});

/** An episode for tests. */
export const makeEpisode = (over: Partial<SessionEpisode> = {}): SessionEpisode => {
  const finding = over.finding ?? buildFinding();
  const last = finding.calls.at(-1) ?? 1;
  return {
    observer: 'stall',
    observerName: 'Stall Detector',
    finding,
    fromCall: last,
    toCall: last,
    assessedAt: [over.fromCall ?? last],
    sentAt: [],
    endedAtCall: null,
    label: 'Loop',
    countsCalls: true,
    headline: 'Looped',
    observationId: null,
    ...over,
  };
};

/** An assessment for tests. */
export const makeAssessment = (over: Partial<Assessment> = {}): Assessment => ({
  sessionId: 's',
  observer: 'stall',
  observerName: 'Stall Detector',
  version: 1,
  configKey: 'k',
  callId: `c${over.callIndex ?? 3}`,
  callIndex: 3,
  answerId: null,
  atMs: null,
  severity: 'warning',
  summary: 'Same call, same result, 3 times.',
  findings: [],
  ended: [],
  suggestions: [],
  telling: null,
  sentAtMs: null,
  superseded: false,
  ...over,
});

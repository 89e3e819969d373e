import type { Finding, Standing, Waste } from '../domain/assessment.ts';
import type { ObservationSeverity } from '../domain/observation.ts';
import type { TriageCommand } from '../domain/triage.ts';
import { computeFingerprint, observationIdOf } from '../observations/fingerprint.ts';
import { toDetections, type ReportedObservation } from '../observations/detection.ts';
import type { AssessmentRow, ReducerOutcome, ReducerWindow } from './observer-store.ts';
import type { Store } from './store.ts';

/** Output of the test observer at a call. */
export type Said = {
  subject: string;
  standing?: Standing;
  severity?: 'warning' | 'caution' | 'info';
  waste?: Waste;
  text?: string;
  calls?: number[];
  /** Its record tells no time. */
  isUntimed?: boolean;
};

export const foundAtMs = (callIndex: number): number => 1_000_000 + callIndex * 1_000;

export const fingerprintOf = (subject: string): string =>
  computeFingerprint({ observer: 'script', category: 'Failure', subject, within: null });

/** An observer for tests: it says at each call what the script says. `readAtMs` stands for a time that no record tells. */
export const buildScriptedReducer =
  (script: Readonly<Record<string, readonly Said[]>>, readAtMs = 0) =>
  ({ about, folderName, calls }: ReducerWindow): ReducerOutcome => {
    const assessments = calls.flatMap((call): AssessmentRow[] => {
      const said = script[call.id];
      if (!said) return [];
      return [
        {
          sessionId: about.sessionId,
          observer: 'script',
          observerName: 'Script Reader',
          version: 1,
          configKey: 'script-1',
          callId: call.id,
          callIndex: call.callIndex,
          answerId: null,
          atMs: said.some(({ isUntimed }) => isUntimed) ? null : foundAtMs(call.callIndex),
          severity: 'warning',
          summary: `at ${call.id}`,
          findings: said.map((one) => toFinding(one, call.id, call.callIndex)),
          ended: [],
          suggestions: ['Read the script.'],
          telling: 'new',
        },
      ];
    });
    const detections = assessments.flatMap((made) => toDetections(made, folderName, readAtMs));
    return { state: {}, assessments, detections, findings: 0, worst: null };
  };

const toFinding = (
  { subject, standing = 'new', severity = 'caution', waste, text, calls }: Said,
  id: string,
  callIndex: number,
): Finding => ({
  category: 'Failure',
  title: `${subject} at ${callIndex}`,
  description: text ?? `${subject} was found at ${callIndex}`,
  evidence: null,
  severity,
  subject,
  standing,
  calls: calls ?? [callIndex],
  callCount: calls?.length ?? 1,
  records: [id],
  waste: waste ?? null,
});

type Reported = {
  content?: string;
  observer?: string;
  severity?: ObservationSeverity;
  sessionId?: string | null;
  sourceRef?: string | null;
  category?: string | null;
  fingerprint?: string;
  atMs?: number;
  isTimed?: boolean;
  given?: ReportedObservation['given'];
};

export const buildReported = ({
  content = 'A thing',
  observer = 'Reviewer',
  severity = 'medium',
  ...reported
}: Reported = {}): ReportedObservation => {
  const { sessionId = null, sourceRef = null, category = null, atMs = 1_000, isTimed = true, given = null } = reported;
  const fingerprint = reported.fingerprint ?? `told ${observer} ${content}`;
  return {
    id: observationIdOf(sessionId, fingerprint),
    sessionId,
    fingerprint,
    title: content.slice(0, 80),
    category,
    observerName: observer,
    draft: { observer, content, severity, sourceType: 'conversation', sourceRef, metadata: {} },
    atMs,
    isTimed,
    given,
  };
};

let commands = 0;

export const makeCommand = (over: Partial<TriageCommand> & Pick<TriageCommand, 'action' | 'target'>): TriageCommand => ({
  reason: 'fixed',
  note: null,
  by: 'ada',
  atMs: 2_000_000,
  changeId: `change-${(commands += 1)}`,
  ...over,
});

const everything = { sort: 'created_at', descending: false, cursor: null, limit: 10_000, nowMs: 9_000_000 } as const;

/** All that triage shows, to be compared: observations and groups but for when they changed, and each step of their histories. */
export const dumpObservations = async (store: Store) => {
  const filter = { withCleared: true };
  const { items } = await store.listObservations({ ...everything, filter });
  const groups = (await store.listObservationGroups({ ...everything, filter, zoneMinutes: 0 })).items;
  const steps = await store.listTransitions(0, 100_000);
  return {
    observations: items.map(({ changedAtMs: _, ...one }) => one),
    groups: groups.map(({ changedAtMs: _, ...one }) => one),
    steps: steps.map(({ kind, from, to, observationId, by, atMs }) => ({ kind, from, to, observationId, by, atMs })),
  };
};

import type { Detection, ReportedObservation } from '../../detection.ts';
import { startTriage } from '../../triage-state.ts';
import {
  noOthers,
  toWasteColumns,
  type KnownObservation,
  type KnownRows,
  type ObservationPlan,
  type ObservationRow,
  type OccurrenceRow,
  type StoredStep,
} from '../rows.ts';
import type { Unit } from '../plan-triage.ts';

/** An open observation of session `s`, found at 1,000. */
export const buildRow = (over: Partial<ObservationRow> = {}): ObservationRow => ({
  ...startTriage(null, 1_000, 1_000),
  sessionId: 's',
  id: over.fingerprint ?? 'grep',
  fingerprint: 'grep',
  observer: 'stall',
  observerName: 'Stall Detector',
  category: 'Failure',
  title: 'grep failed',
  content: 'grep failed twice',
  severity: 2,
  project: 'p',
  synthetic: 0,
  sourceType: 'conversation',
  sourceRef: null,
  metadata: '{}',
  evidence: '{}',
  createdAtMs: 1_000,
  openedAtMs: 1_000,
  firstSeenMs: 1_000,
  lastSeenMs: 1_000,
  timed: 1,
  seen: 1,
  ...toWasteColumns(null),
  ...over,
});

/** An observation on its own, as triage reads it. */
export const buildUnit = (row: ObservationRow): Unit => ({
  id: row.id,
  state: row.state,
  version: row.version,
  rows: [row],
  isGroup: false,
  revision: null,
});

export const buildDetection = (callIndex: number, over: Partial<Detection> = {}): Detection => ({
  observationId: over.fingerprint ?? 'grep',
  fingerprint: 'grep',
  observer: 'stall',
  observerName: 'Stall Detector',
  category: 'Failure',
  title: `grep at ${callIndex}`,
  content: 'grep failed',
  severity: 'medium',
  sourceRef: `c${callIndex}`,
  metadata: {},
  evidence: { text: null, calls: [callIndex], callCount: 1, records: [] },
  waste: null,
  standing: 'new',
  callId: `c${callIndex}`,
  callIndex,
  atMs: callIndex * 1_000,
  isTimed: true,
  ...over,
});

export const buildReported = (over: Partial<ReportedObservation> = {}): ReportedObservation => ({
  id: over.fingerprint ?? 'thing',
  sessionId: 's',
  fingerprint: 'thing',
  observerName: 'Reviewer',
  title: 'A thing',
  category: null,
  draft: { observer: 'Reviewer', content: 'A thing', severity: 'medium', sourceType: 'file', sourceRef: null, metadata: {} },
  atMs: 1_000,
  isTimed: true,
  given: null,
  ...over,
});

export const nothingKnown: KnownRows = { observations: [], groups: [], sessions: new Map(), takenIds: new Set() };

/** Rows that an engine would return after applying the plans one after the other. */
export const applyPlans = (...plans: readonly ObservationPlan[]): KnownRows => {
  const rows = new Map<string, ObservationRow>();
  const occurrences = new Map<string, OccurrenceRow>();
  const steps: StoredStep[] = [];
  for (const plan of plans) {
    for (const row of [...plan.inserted, ...plan.saved.map((one) => one.row)]) rows.set(row.id, row);
    for (const row of plan.moved) {
      const stored = rows.get(row.id);
      if (stored) rows.set(row.id, { ...stored, ...row });
    }
    for (const row of plan.occurrences) occurrences.set(`${row.observationId} ${row.callId}`, row);
    for (const step of plan.steps) steps.push({ ...step, seq: steps.length + 1 });
  }
  const observations = [...rows.values()].map(
    (row): KnownObservation => ({
      row,
      occurrences: [...occurrences.values()].filter(({ observationId }) => observationId === row.id),
      isOpeningTimed: row.timed === 1,
      steps: steps.filter(({ observationId }) => observationId === row.id),
    }),
  );
  const fingerprints = new Set(observations.map(({ row }) => row.fingerprint));
  const groups = [...fingerprints].map((fingerprint) => {
    const observer = observations.find(({ row }) => row.fingerprint === fingerprint)?.row.observer ?? null;
    return { fingerprint, revision: plans.length, observer, others: noOthers };
  });
  return { observations, groups, sessions: new Map([['s', { project: 'p', folderName: 'p', synthetic: 0 }]]), takenIds: new Set(rows.keys()) };
};

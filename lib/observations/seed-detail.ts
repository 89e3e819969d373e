import type { Observation, ObservationGroup, ObservationEvidence, Occurrence } from '../domain/observation.ts';
import type { ToolCall } from '../domain/tool-call.ts';
import type { HistoryEntry } from '../domain/triage.ts';

/** An evidence call, in short. */
export type EvidenceCall = Pick<ToolCall, 'callIndex' | 'name' | 'summary' | 'outcome' | 'resultText'>;

type Known = {
  observation: Observation;
  /** The newest. */
  occurrences: readonly Occurrence[];
  history: readonly HistoryEntry[];
  /** Null if its group is unknown. */
  group: ObservationGroup | null;
  /** Evidence calls that were loaded. */
  calls: readonly EvidenceCall[];
};

const toIso = (atMs: number): string => new Date(atMs).toISOString();
const toKnownIso = (atMs: number | null): string | null => (atMs === null ? null : toIso(atMs));

const toEvidence = ({ text, calls, callCount, records }: ObservationEvidence, read: readonly EvidenceCall[]) => ({
  text,
  call_count: callCount,
  calls: calls.map((number) => {
    const call = read.find(({ callIndex }) => callIndex === number);
    return call
      ? { call: number, tool: call.name, summary: call.summary, outcome: call.outcome, result: call.resultText }
      : { call: number };
  }),
  records,
});

const toWaste = (waste: Observation['waste']) =>
  waste && { calls: waste.calls, tokens: waste.tokens, duration_ms: waste.durationMs, cost_usd: waste.costUsd };

const toStep = ({ kind, from, to, note, by, atMs, callIndex, changeId }: HistoryEntry) => ({
  at: toIso(atMs),
  kind,
  from,
  to,
  by,
  note,
  call: callIndex,
  change_id: changeId,
});

/** Additional fields of an observation, named in the style of the specification. */
export const toSeedDetail = ({ observation, occurrences, history, group, calls }: Known) => {
  const { evidence, waste, status } = observation;
  const byStatus = group?.byStatus ?? { open: 0, acknowledged: 0, resolved: 0 };
  const elsewhere = { ...byStatus, [status]: Math.max(byStatus[status] - 1, 0) };
  return {
    seen: observation.seen,
    first_seen_at: toKnownIso(observation.firstSeenAtMs),
    last_seen_at: toKnownIso(observation.lastSeenAtMs),
    project: observation.project,
    waste: toWaste(waste),
    occurrences: occurrences.map((one) => ({ at: toKnownIso(one.atMs), call: one.callIndex, waste: toWaste(one.waste) })),
    more_occurrences: Math.max(observation.seen - occurrences.length, 0),
    evidence: evidence && toEvidence(evidence, calls),
    history: history.map(toStep),
    /** The same thing in other sessions. */
    elsewhere: { fingerprint: observation.fingerprint, ...elsewhere },
  };
};

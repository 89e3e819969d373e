import type { SessionEpisode } from '@/lib/contracts/assessments.ts';
import type { Assessment, AssessmentSeverity, Finding } from '@/lib/domain/assessment.ts';
import { compareSeverity } from '@/lib/session/severity.ts';

/** A finding on the timeline: from the first call it cites to the last. */
export type FindingMark = {
  key: string;
  episode: SessionEpisode;
  severity: AssessmentSeverity;
  from: number;
  to: number;
  /** Call at which it was first reported; a replay before this call does not show it. */
  reportedAt: number;
  /** A word or two: `Loop ×5`. */
  label: string;
};

const maxLabel = 24;

/** A finding in a word or two, for places where a sentence has no room: `Loop ×5`. */
const printLabel = ({ label, countsCalls, finding: { callCount } }: SessionEpisode): string => {
  if (countsCalls && callCount > 1) return `${label} ×${callCount}`;
  return label.length > maxLabel ? `${label.slice(0, maxLabel - 1)}…` : label;
};

const toMark = (key: string, episode: SessionEpisode): FindingMark => {
  const { finding, fromCall, toCall } = episode;
  const from = Math.min(finding.calls[0] ?? fromCall, fromCall);
  return {
    key,
    episode,
    severity: finding.severity,
    from,
    to: Math.max(from, finding.calls.at(-1) ?? toCall),
    reportedAt: episode.assessedAt[0] ?? fromCall,
    label: printLabel(episode),
  };
};

/** The findings of a session in the order of the calls at which they begin; those that begin together, the worst first. */
export const computeFindingMarks = (episodes: readonly SessionEpisode[]): FindingMark[] => {
  const counts = new Map<string, number>();
  return episodes
    .map((episode) => {
      const key = `${episode.observer}-${episode.fromCall}`;
      const count = (counts.get(key) ?? 0) + 1;
      counts.set(key, count);
      return toMark(count === 1 ? key : `${key}.${count}`, episode);
    })
    .sort((a, b) => a.from - b.from || compareSeverity(b.severity, a.severity) || b.to - a.to);
};

/** A finding as last reported at a call. `assessments` are ascending. A finding that was not reported yet is returned unchanged. */
export const toMarkAsOf = (mark: FindingMark, assessments: readonly Assessment[], call: number): FindingMark => {
  if (mark.reportedAt > call) return mark;
  const { observer, finding, assessedAt, sentAt, endedAtCall, toCall } = mark.episode;
  const isSame = (one: Finding) => one.category === finding.category && one.subject === finding.subject;
  const said = assessments
    .filter((one) => one.observer === observer && one.callIndex >= mark.reportedAt && one.callIndex <= call)
    .flatMap(({ findings }) => findings.find(isSame) ?? [])
    .at(-1);
  const known = toMark(mark.key, {
    ...mark.episode,
    finding: said ?? finding,
    toCall: Math.min(toCall, call),
    assessedAt: assessedAt.filter((at) => at <= call),
    sentAt: sentAt.filter((at) => at <= call),
    endedAtCall: endedAtCall !== null && endedAtCall <= call ? endedAtCall : null,
  });
  // It keeps its position, so that the order does not change.
  return { ...known, from: mark.from, to: Math.max(mark.from, known.to) };
};

/** Numbers of the calls that findings rest on, ascending, each once. */
export const listCitedCalls = (marks: readonly FindingMark[]): number[] =>
  [...new Set(marks.flatMap(({ episode, to }) => [...episode.finding.calls, to]))].sort((a, b) => a - b);

/**
 * The finding after the one that is shown (`key`), or the one before it; without one, the first that begins behind a call, or the
 * last before it. Null if there is none.
 */
export const findNextFinding = (
  marks: readonly FindingMark[],
  { key, call }: { key: string | null; call: number },
  direction: 1 | -1,
): FindingMark | null => {
  const at = key === null ? -1 : marks.findIndex((mark) => mark.key === key);
  if (at >= 0) return marks[at + direction] ?? null;
  return (direction === 1 ? marks.find(({ from }) => from > call) : marks.findLast(({ from }) => from < call)) ?? null;
};

/** The worst severity of the findings that begin in each turn, by `turnIdx`. A mark each, worst first, each kind once. */
export const computeTurnSeverities = (
  marks: readonly FindingMark[],
  turns: readonly { turnIdx: number; firstCall: number }[],
): ReadonlyMap<number, readonly AssessmentSeverity[]> => {
  const found = new Map<number, Set<AssessmentSeverity>>();
  let at = -1;
  for (const { from, severity } of marks) {
    while ((turns[at + 1]?.firstCall ?? Infinity) <= from) at += 1;
    const turnIdx = turns[at]?.turnIdx;
    if (turnIdx !== undefined) found.set(turnIdx, (found.get(turnIdx) ?? new Set<AssessmentSeverity>()).add(severity));
  }
  return new Map([...found].map(([turnIdx, set]) => [turnIdx, [...set].sort((a, b) => compareSeverity(b, a))]));
};

/** The observation that belongs to a finding of this session; null: none. */
export const findObservationId = (episodes: readonly SessionEpisode[], observer: string, found: Finding): string | null =>
  episodes.find(
    (one) =>
      one.observer === observer &&
      one.finding.category === found.category &&
      one.finding.subject === found.subject &&
      one.observationId !== null,
  )?.observationId ?? null;

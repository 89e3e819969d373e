import type { AssessmentSeverity, Episode, Finding } from '@/lib/domain/assessment.ts';
import { compareSeverity } from '@/lib/session/severity.ts';

/** A finding on the timeline: from the first call that it rests on to the last. */
export type FindingMark = {
  key: string;
  episode: Episode;
  severity: AssessmentSeverity;
  from: number;
  to: number;
  /** Call at which it was first said; a replay that stands before it does not know the finding yet. */
  saidAt: number;
  /** A word or two: `Loop ×5`. */
  label: string;
};

/** Short words for a category, and whether the number of its calls belongs to them. */
const words: Record<string, { label: string; counted: boolean }> = {
  'Repetitive Pattern': { label: 'Loop', counted: true },
  Cycle: { label: 'Cycle', counted: false },
  Oscillation: { label: 'Oscillation', counted: false },
  Polling: { label: 'Polling', counted: true },
  'Error Cascade': { label: 'Errors', counted: true },
  'Elevated Error Rate': { label: 'Error rate', counted: false },
  Outage: { label: 'Outage', counted: true },
  'Scope Drift': { label: 'Drift', counted: false },
};
const mostLabel = 24;

/** A finding in a word or two, for places where a sentence has no room. */
export const printFindingLabel = ({ category, callCount }: Pick<Finding, 'category' | 'callCount'>): string => {
  const word = words[category];
  if (!word) return category.length > mostLabel ? `${category.slice(0, mostLabel - 1)}…` : category;
  return word.counted && callCount > 1 ? `${word.label} ×${callCount}` : word.label;
};

/** The findings of a session in the order of the calls at which they begin; those that begin together, the worst first. */
export const computeFindingMarks = (episodes: readonly Episode[]): FindingMark[] =>
  episodes
    .map((episode, at): FindingMark => {
      const { finding, fromCall, toCall } = episode;
      const from = Math.min(finding.calls[0] ?? fromCall, fromCall);
      return {
        key: `${episode.observer}-${fromCall}-${at}`,
        episode,
        severity: finding.severity,
        from,
        to: Math.max(from, finding.calls.at(-1) ?? toCall),
        saidAt: episode.assessedAt[0] ?? fromCall,
        label: printFindingLabel(finding),
      };
    })
    .sort((a, b) => a.from - b.from || compareSeverity(b.severity, a.severity) || b.to - a.to);

/** Numbers of the calls that findings rest on, ascending, each once. */
export const listCitedCalls = (marks: readonly FindingMark[]): number[] =>
  [...new Set(marks.flatMap(({ episode, to }) => [...episode.finding.calls, to]))].sort((a, b) => a - b);

/** The first call of the next finding after a call, or of the one before it; null where there is none. */
export const findNextFinding = (marks: readonly FindingMark[], call: number, direction: 1 | -1): number | null =>
  (direction === 1 ? marks.find(({ from }) => from > call) : marks.findLast(({ from }) => from < call))?.from ?? null;

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

import type { Assessment } from '../../domain/assessment.ts';
import { toSeverityRank } from '../severity.ts';
import { toDetections, type Detection } from '../detection.ts';
import { toDetectedColumns, toSeen } from './detected-columns.ts';
import type { Draft } from './observation-drafts.ts';
import { extendOccurrence, findFirstSince, findNewest, supersedeAfter } from './occurrences.ts';
import { toWasteColumns, type KnownObservation, type OccurrenceRow, type SessionFacts } from './rows.ts';

/** Active assessments of each observer up to the rewind, newest first. */
export type RewoundAssessments = ReadonlyMap<string, readonly Assessment[]>;

/** First call per observer whose assessments a rewind needs. */
export const listRewoundFrom = (known: readonly KnownObservation[], toCall: number): Map<string, number> => {
  const from = new Map<string, number>();
  for (const { row, occurrences } of known) {
    if (!isFoundAfter(occurrences, toCall)) continue;
    const left = supersedeAfter(occurrences, toCall);
    const newest = findNewest(left);
    if (!newest) continue;
    const first = findFirstSince(left, row.openedAtMs);
    const needed = Math.min(newest.callIndex, first && first.callIndex > 0 ? first.callIndex : newest.callIndex);
    from.set(row.observer, Math.min(from.get(row.observer) ?? Infinity, needed));
  }
  return from;
};

const isFoundAfter = (occurrences: readonly OccurrenceRow[], callIndex: number): boolean =>
  occurrences.some(({ superseded, lastCallIndex }) => superseded === 0 && lastCallIndex > callIndex);

type Rewind = { toCall: number; assessments: RewoundAssessments };

/** Withdraws detections after a call until they are made again; the rest is as at that call. */
export const rewindDrafts = (drafts: readonly Draft[], { folderName }: SessionFacts, { toCall, assessments }: Rewind): void => {
  for (const draft of drafts) {
    if (!isFoundAfter(draft.occurrences, toCall)) continue;
    draft.occurrences = supersedeAfter(draft.occurrences, toCall);
    const newest = findNewest(draft.occurrences);
    const said = newest ? listDetections(draft, assessments, folderName, newest) : [];
    const [last] = said;
    if (!newest || !last) continue;
    draft.occurrences = extendOccurrence(draft.occurrences, newest, { ...toSeen(last), ...toLargestWaste(said) });
    const severity = findWorst(draft, assessments, folderName) ?? draft.row.severity;
    draft.row = { ...draft.row, ...toDetectedColumns(last), severity };
  }
};

/** Assessments of an observation since an occurrence, newest first. */
const listDetections = ({ row }: Draft, assessments: RewoundAssessments, folderName: string | null, from: OccurrenceRow): Detection[] =>
  (assessments.get(row.observer) ?? [])
    .filter(({ callIndex }) => callIndex >= from.callIndex)
    .flatMap((said) => toDetections(said, folderName, from.atMs).find(({ fingerprint }) => fingerprint === row.fingerprint) ?? []);

/** Maximum before an assessment without it. */
const toLargestWaste = (said: readonly Detection[]) => {
  let largest = toWasteColumns(null);
  for (const { waste } of said) {
    if (waste === null) break;
    if (waste.calls > (largest.wasteCalls ?? -1)) largest = toWasteColumns(waste);
  }
  return largest;
};

/** Highest severity since it was opened; null if not assessed since, or if it was reported. */
const findWorst = (draft: Draft, assessments: RewoundAssessments, folderName: string | null): number | null => {
  const { openedAtMs } = draft.row;
  const first = findFirstSince(draft.occurrences, openedAtMs);
  if (!first || first.callIndex === 0) return null;
  const ranks = listDetections(draft, assessments, folderName, first).flatMap(({ atMs, severity }) =>
    atMs >= openedAtMs ? toSeverityRank(severity) : [],
  );
  return ranks.length === 0 ? null : Math.min(...ranks);
};

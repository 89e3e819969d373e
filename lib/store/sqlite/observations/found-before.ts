import type { Assessment } from '../../../domain/assessment.ts';
import { toDetections, type Detection } from '../../../observations/detection.ts';
import { toSeverityRank, toWasteColumns, type StoredObservation, type WasteColumns } from './observation-rows.ts';
import type { Detections, StoredDetection } from './observation-detections.ts';

export type FoundBefore = ReturnType<typeof makeFoundBefore>;

type Parts = {
  detections: Detections;
  /** What an observer said that stands, newest first, of the calls from one to another. */
  iterateSaid: (sessionId: string, observer: string, fromCall: number, toCall: number) => Iterable<Assessment>;
  /** What an observer ever said at a call, whatever number the call had then. */
  listSaidAt: (sessionId: string, observer: string, callId: string) => readonly Assessment[];
};

/** What assessments say of an observation of a session in a project. */
export const makeFoundBefore = ({ detections, iterateSaid, listSaidAt }: Parts) => {
  /** What was said of it from a sighting on, up to a call, newest first. */
  function* iterate(row: StoredObservation, project: string | null, from: StoredDetection, toCall: number): Generator<Detection> {
    for (const said of iterateSaid(row.sessionId, row.observer, from.callIndex, toCall)) {
      const found = toDetections(said, project, from.atMs).find(({ fingerprint }) => fingerprint === row.fingerprint);
      if (found) yield found;
    }
  }

  return {
    findLast: (row: StoredObservation, project: string | null, from: StoredDetection, toCall: number): Detection | null => {
      const [found] = iterate(row, project, from, toCall);
      return found ?? null;
    },

    /** Those without a time that were said at their calls before, whatever numbers the calls had then; asked before they are said again. */
    listSaidBefore: (sessionId: string, project: string | null, found: readonly Detection[]): ReadonlySet<Detection> =>
      new Set(
        found.filter(
          ({ isTimed, observer, callId, fingerprint }) =>
            !isTimed &&
            listSaidAt(sessionId, observer, callId).some((said) =>
              toDetections(said, project, 0).some((one) => one.fingerprint === fingerprint),
            ),
        ),
      ),

    /** Whether what begins anew rests on calls that it rested on before, as where something larger had explained them meanwhile. */
    isSameTime: (row: StoredObservation, project: string | null, { evidence, callIndex }: Detection, last: StoredDetection): boolean => {
      const first = evidence.calls[0] ?? Infinity;
      if (first <= last.callIndex || first > last.lastCallIndex) return first <= last.callIndex;
      // It may have lasted longer when it was folded before than what stands now.
      const [before] = iterate(row, project, last, callIndex - 1);
      return first <= (before?.evidence.calls.at(-1) ?? 0);
    },

    /** What a sighting came to, up to a call. */
    findWaste: (row: StoredObservation, project: string | null, from: StoredDetection, toCall: number): WasteColumns => {
      let furthest = toWasteColumns(null);
      for (const { waste } of iterate(row, project, from, toCall)) {
        if (waste === null) break;
        if (waste.calls > (furthest.wasteCalls ?? -1)) furthest = toWasteColumns(waste);
      }
      return furthest;
    },

    /** The worst that was said since it was opened, up to a call, and stands; null where nothing does, and where someone told of it. */
    findWorst: (row: StoredObservation, project: string | null, toCall: number): number | null => {
      const first = detections.findFirstSince({ sessionId: row.sessionId, observationId: row.id }, row.openedAtMs);
      if (!first || first.callIndex === 0) return null;
      let worst: number | null = null;
      for (const { severity, atMs } of iterate(row, project, first, toCall)) {
        if (atMs >= row.openedAtMs) worst = Math.min(worst ?? toSeverityRank(severity), toSeverityRank(severity));
      }
      return worst;
    },
  };
};

import type { Detection } from '../detection.ts';
import type { Seen } from './occurrences.ts';
import { toWasteColumns } from './rows.ts';

/** Occurrence columns from a detection. */
export const toSeen = ({ callId, callIndex, atMs, isTimed, waste, evidence }: Detection): Seen => ({
  callId,
  callIndex,
  atMs,
  timed: Number(isTimed),
  evidenceCall: evidence.calls.at(-1) ?? callIndex,
  ...toWasteColumns(waste),
});

/** Observation columns from a detection. */
export const toDetectedColumns = (found: Detection) => ({
  title: found.title,
  content: found.content,
  sourceRef: found.sourceRef,
  metadata: JSON.stringify(found.metadata),
  evidence: JSON.stringify(found.evidence),
});

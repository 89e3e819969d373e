import { printCoarse } from './duration.ts';

/** How long a session has had no new record, coarse: `no record for 6 min`; `no record` where none has a time. */
export const printSilence = ({ lastRecordAtMs }: { lastRecordAtMs: number | null }, nowMs: number): string =>
  lastRecordAtMs === null ? 'no record' : `no record for ${printCoarse(Math.max(0, nowMs - lastRecordAtMs))}`;

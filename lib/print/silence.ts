import { printAgo } from './duration.ts';

/** For how long nothing came from a session, coarse: `no record for 6 min`. */
export const printSilence = ({ lastRecordAtMs }: { lastRecordAtMs: number | null }, nowMs: number): string =>
  `no record for ${printAgo(lastRecordAtMs === null ? null : Math.max(0, nowMs - lastRecordAtMs)).replace(/ ago$/u, '')}`;

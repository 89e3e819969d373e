import { printDay } from '@/lib/print/time.ts';
import { unknown } from '@/lib/print/unknown.ts';

const dayMs = 86_400_000;

/** How long ago, in few characters: `now`, `12 min`, `3 h`, `4 d`; after a week, the day. Null prints as a dash. */
export const printAge = (atMs: number | null, nowMs: number): string => {
  if (atMs === null) return unknown;
  const minutes = Math.floor((nowMs - atMs) / 60_000);
  if (minutes < 1) return 'now';
  if (minutes < 60) return `${minutes} min`;
  if (minutes < 1_440) return `${Math.floor(minutes / 60)} h`;
  return nowMs - atMs < 7 * dayMs ? `${Math.floor(minutes / 1_440)} d` : printDay(atMs, nowMs);
};

import { unknown } from './unknown.ts';

const two = (value: number): string => String(value).padStart(2, '0');

/** A length of time in milliseconds: `<1 ms`, `31 ms`, `7.4 s`, `9 m 04 s`, `3 h 42 m`, `2 d 3 h`. Null or negative: a dash. */
export const printDuration = (durationMs: number | null): string => {
  if (durationMs === null || durationMs < 0) return unknown;
  if (durationMs < 1) return '<1 ms';
  if (durationMs < 50) return `${Math.round(durationMs)} ms`;
  if (durationMs < 59_950) return `${(durationMs / 1_000).toFixed(1)} s`;
  const seconds = Math.round(durationMs / 1_000);
  if (seconds < 3_600) return seconds % 60 === 0 ? `${seconds / 60} m` : `${Math.floor(seconds / 60)} m ${two(seconds % 60)} s`;
  const minutes = Math.round(durationMs / 60_000);
  if (minutes < 1_440) return minutes % 60 === 0 ? `${minutes / 60} h` : `${Math.floor(minutes / 60)} h ${two(minutes % 60)} m`;
  const hours = Math.round(durationMs / 3_600_000);
  return hours % 24 === 0 ? `${hours / 24} d` : `${Math.floor(hours / 24)} d ${hours % 24} h`;
};

/** The time between the first and the last of some instants: where they are one and the same, the length is not known. */
export const printSpan = (spanMs: number | null): string => printDuration(spanMs === 0 ? null : spanMs);

/** Time left, in whole seconds and at least one: `1 s`, `16 s`, `2 m 05 s`. */
export const printTimeLeft = (leftMs: number): string => {
  const seconds = Math.max(1, Math.ceil(leftMs / 1_000));
  return seconds < 60 ? `${seconds} s` : printDuration(seconds * 1_000);
};

/** A length of time in one coarse unit: `12 s`, `2 min`, `3 h`, `5 days`. */
export const printCoarse = (elapsedMs: number): string => {
  const seconds = Math.floor(elapsedMs / 1_000);
  if (seconds < 60) return `${seconds} s`;
  const minutes = Math.floor(seconds / 60);
  if (minutes < 60) return `${minutes} min`;
  const hours = Math.floor(minutes / 60);
  if (hours < 24) return `${hours} h`;
  const days = Math.floor(hours / 24);
  return days === 1 ? '1 day' : `${days} days`;
};

/** How long ago, coarse: `now`, `12 s ago`, `2 min ago`, `3 h ago`, `5 days ago`. */
export const printAgo = (elapsedMs: number | null): string => {
  if (elapsedMs === null) return unknown;
  return elapsedMs < 2_000 ? 'now' : `${printCoarse(elapsedMs)} ago`;
};

import { unknown } from './unknown.ts';

const months = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'];
const pad = (value: number, digits = 2): string => String(value).padStart(digits, '0');

/** Local time of day: `13:47`. Null prints as a dash. */
export const printClock = (atMs: number | null): string => {
  if (atMs === null) return unknown;
  const at = new Date(atMs);
  return `${pad(at.getHours())}:${pad(at.getMinutes())}`;
};

/** Local time of day to the millisecond: `13:47:48.204`. */
export const printClockExact = (atMs: number | null): string => {
  if (atMs === null) return unknown;
  const at = new Date(atMs);
  return `${printClock(atMs)}:${pad(at.getSeconds())}.${pad(at.getMilliseconds(), 3)}`;
};

/** Local day: `Nov 20`, with the year when it is not that of `nowMs`: `Nov 20, 2025`. */
export const printDay = (atMs: number | null, nowMs: number): string => {
  if (atMs === null) return unknown;
  const at = new Date(atMs);
  const year = at.getFullYear();
  return `${months[at.getMonth()] ?? ''} ${at.getDate()}${year === new Date(nowMs).getFullYear() ? '' : `, ${year}`}`;
};

/** As `printDay`, the day that a moment has in UTC, wherever the reader is. */
export const printUtcDay = (atMs: number, nowMs: number): string => printDay(atMs + new Date(atMs).getTimezoneOffset() * 60_000, nowMs);

/** The month that a moment has in UTC, with its year: `Nov 2026`. */
export const printUtcMonth = (atMs: number): string => `${months[new Date(atMs).getUTCMonth()] ?? ''} ${new Date(atMs).getUTCFullYear()}`;

/** Local day and time: `Nov 20, 12:58`. */
export const printDayClock = (atMs: number | null, nowMs: number): string =>
  atMs === null ? unknown : `${printDay(atMs, nowMs)}, ${printClock(atMs)}`;

/** From one local time to another: `Nov 20, 12:58 to 13:04`, with the day of the end only where it is another one. */
export const printPeriod = (fromMs: number | null, toMs: number | null, nowMs: number): string => {
  const [from, to] = [printDayClock(fromMs, nowMs), printDayClock(toMs, nowMs)];
  if (from === to) return from;
  return `${from} to ${printDay(fromMs, nowMs) === printDay(toMs, nowMs) ? printClock(toMs) : to}`;
};

/** ISO 8601 in UTC, for tooltips and copies. */
export const printIso = (atMs: number | null): string => (atMs === null ? unknown : new Date(atMs).toISOString());

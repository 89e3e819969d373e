import { toMilliseconds, type PythonTime } from '../domain/snapshot.ts';

/** Any one character may stand between date and time. */
const pattern = /^(?<date>\d{4}-\d\d-\d\d|\d{4}-W\d\d(?:-\d)?|\d{8}|\d{4}W\d\d\d?)(?:[^](?<time>.+))?$/u;
const timePattern = /^(?<clock>\d\d(?::\d\d(?::\d\d(?:[.,]\d+)?)?|\d\d(?:\d\d(?:[.,]\d+)?)?)?)(?<zone>Z|[+-].+)?$/u;
const offsetPattern = /^\d\d(?::\d\d(?::\d\d(?:[.,]\d+)?)?|\d\d(?:\d\d(?:[.,]\d+)?)?)?$/u;

const [secondUs, minuteUs, hourUs] = [1_000_000, 60_000_000, 3_600_000_000];
const dayMs = 86_400_000;

/** Times that were asked for last: each snapshot repeats those of the one before it. */
const recent = new Map<string, PythonTime | null>();
const [maxRecent, maxChars] = [4_096, 64];

/**
 * A time in any of the forms of ISO 8601 that Python's `datetime.fromisoformat` takes: also a week date, without separators, without a
 * time, or without a zone, which means UTC. Digits after the microsecond are dropped. Null for anything else.
 */
export const parsePythonTime = (text: string): PythonTime | null => {
  const known = recent.get(text);
  if (known !== undefined) return known;
  const parsed = parse(text);
  if (recent.size >= maxRecent) recent.clear();
  if (text.length <= maxChars) recent.set(text, parsed);
  return parsed;
};

const parse = (text: string): PythonTime | null => {
  const { date = '', time } = pattern.exec(text)?.groups ?? {};
  const dayAtMs = toDay(date);
  const { clock = '00', zone } = timePattern.exec(time ?? '00')?.groups ?? { clock: '' };
  const clockUs = toMicroseconds(clock);
  const offsetUs = toOffset(zone);
  if (dayAtMs === null || clockUs === null || offsetUs === null) return null;
  const us = BigInt(dayAtMs) * 1_000n + BigInt(clockUs - offsetUs);
  const atUs = us < maxUs ? us : maxUs;
  const iso = `${new Date(dayAtMs).toISOString().slice(0, 10)}T${writeClock(clockUs, true)}`;
  return { atMs: toMilliseconds(atUs), atUs, iso: `${iso}${offsetUs < 0 ? '-' : '+'}${writeClock(Math.abs(offsetUs), false)}` };
};

/** The end of the year 9999: an offset leads past it. */
const maxUs = 253_402_300_799_999_999n;

/** Epoch milliseconds of a day; null if the calendar does not have it. */
const toDay = (date: string): number | null => {
  const digits = date.replaceAll('-', '');
  const week = /^(?<year>\d{4})W(?<week>\d\d)(?<day>\d?)$/u.exec(digits)?.groups;
  if (week) return toWeekDay(Number(week.year), Number(week.week), Number(week.day ? week.day : 1));
  const iso = `${digits.slice(0, 4)}-${digits.slice(4, 6)}-${digits.slice(6)}`;
  const atMs = Date.parse(`${iso}T00:00:00Z`);
  // An impossible day is moved into the next month.
  return digits.length < 8 || digits.startsWith('0000') || Number.isNaN(atMs) || !new Date(atMs).toISOString().startsWith(iso)
    ? null
    : atMs;
};

/** Week 1 holds January 4; weeks begin on Monday. */
const toWeekDay = (year: number, week: number, day: number): number | null => {
  const first = toFirstMonday(year);
  const atMs = first + ((week - 1) * 7 + day - 1) * dayMs;
  return year < 1 || week < 1 || day < 1 || day > 7 || first + (week - 1) * 7 * dayMs >= toFirstMonday(year + 1) ? null : atMs;
};

const toFirstMonday = (year: number): number => {
  const atMs = new Date(0).setUTCFullYear(year, 0, 4);
  return atMs - ((new Date(atMs).getUTCDay() + 6) % 7) * dayMs;
};

/** Microseconds of `HH:MM:SS.f` or a shorter form; null past the end of the day. */
const toMicroseconds = (clock: string): number | null => {
  const [whole = '', fraction = ''] = clock.split(/[.,]/u);
  const [hours = NaN, minutes = 0, seconds = 0] = (whole.match(/\d\d/gu) ?? []).map(Number);
  if (!(hours < 24 && minutes < 60 && seconds < 60)) return null;
  return hours * hourUs + minutes * minuteUs + seconds * secondUs + Number(fraction.slice(0, 6).padEnd(6, '0'));
};

const toOffset = (zone: string | undefined): number | null => {
  if (zone === undefined || zone === 'Z') return 0;
  const us = offsetPattern.test(zone.slice(1)) ? toMicroseconds(zone.slice(1)) : null;
  return us === null || us === 0 ? us : zone.startsWith('-') ? -us : us;
};

const pad = (value: number, digits = 2): string => String(value).padStart(digits, '0');

/** `HH:MM:SS.ffffff`; the fraction, and where they are not asked for the seconds, only if they are not 0. */
const writeClock = (us: number, hasSeconds: boolean): string => {
  const minutes = `${pad(Math.floor(us / hourUs))}:${pad(Math.floor(us / minuteUs) % 60)}`;
  const fraction = us % secondUs === 0 ? '' : `.${pad(us % secondUs, 6)}`;
  return hasSeconds || us % minuteUs !== 0 ? `${minutes}:${pad(Math.floor(us / secondUs) % 60)}${fraction}` : minutes;
};

import type { ChartData } from '@/components/charts/chart-data.ts';
import { dayMs, toDayStart } from '@/lib/domain/instant.ts';
import type { SummaryAnalytics } from '@/lib/domain/summary-analytics.ts';
import { confidenceLevels, type ConfidenceLevel } from '@/lib/domain/summary.ts';
import { printCount } from '@/lib/print/number.ts';
import { printUtcDay, printUtcMonth } from '@/lib/print/time.ts';
import { unknown } from '@/lib/print/unknown.ts';
import { toVisibleText } from '@/lib/print/visible-text.ts';
import type { ChartGroup } from './use-summaries-state.ts';

const periods = ['day', 'week', 'month', 'year'] as const;
type Period = (typeof periods)[number];

/** One bar of the charts: summaries of a group by confidence, and their average steps, null where there are none. */
export type ConfidenceRow = Record<ConfidenceLevel, number> & { name: string; total: number; steps: number | null };
/** `unit`: what each bar stands for; of days, one that is long enough for all of them. */
export type ConfidenceRows = { rows: ConfidenceRow[]; unit: Period | 'project' | 'model' };

const maxBars = 31;

type Group = { group: string | null; analytics: SummaryAnalytics };

const toRow = (name: string, groups: readonly Group[]): ConfidenceRow => {
  const known = groups.flatMap(({ analytics }) => ('confidence_distribution' in analytics ? analytics : []));
  const sum = (of: (one: (typeof known)[number]) => number): number => known.reduce((total, one) => total + of(one), 0);
  const countOf = (level: ConfidenceLevel): number => sum(({ confidence_distribution }) => confidence_distribution[level] ?? 0);
  const total = sum(({ total_summaries }) => total_summaries);
  return {
    name,
    ...{ High: countOf('High'), Medium: countOf('Medium'), Low: countOf('Low'), Unknown: countOf('Unknown') },
    total,
    steps: total === 0 ? null : Math.round((sum(({ total_reasoning_steps }) => total_reasoning_steps) / total) * 100) / 100,
  };
};

/** Beginning (UTC) of the day, week from Monday, month or year of a time. */
const toStart = (atMs: number, period: Period): number => {
  const at = new Date(atMs);
  if (period === 'day') return toDayStart(atMs);
  if (period === 'week') return toDayStart(atMs) - ((at.getUTCDay() + 6) % 7) * dayMs;
  return Date.UTC(at.getUTCFullYear(), period === 'month' ? at.getUTCMonth() : 0, 1);
};
/** Days after the beginning of a period that are in the next one, whichever it is. */
const daysToNext: Record<Period, number> = { day: 1, week: 7, month: 31, year: 366 };

const listStarts = (firstMs: number, lastMs: number, period: Period): number[] => {
  const starts: number[] = [];
  let startMs = toStart(firstMs, period);
  for (; startMs <= lastMs; startMs = toStart(startMs + daysToNext[period] * dayMs, period)) starts.push(startMs);
  return starts;
};

const printPeriodName = (startMs: number, period: Period, nowMs: number): string =>
  period === 'year'
    ? String(new Date(startMs).getUTCFullYear())
    : period === 'month'
      ? printUtcMonth(startMs)
      : printUtcDay(startMs, nowMs);

/** Equal periods from the first day to the last, with those without turns, then what has no date. */
const toTimeRows = (groups: readonly Group[], nowMs: number): ConfidenceRows => {
  const dated = groups.flatMap((one) => (one.group === null ? [] : { ...one, atMs: Date.parse(one.group) }));
  const undated = groups.filter(({ group }) => group === null);
  const rowsOfUndated = undated.length === 0 ? [] : [toRow('Undated', undated)];
  const times = dated.map(({ atMs }) => atMs);
  const [firstMs, lastMs] = [Math.min(...times), Math.max(...times)];
  if (times.length === 0) return { rows: rowsOfUndated, unit: 'day' };
  const unit = periods.find((period) => (lastMs - firstMs) / dayMs < daysToNext[period] * (maxBars - 1)) ?? 'year';
  const rows = listStarts(firstMs, lastMs, unit).map((startMs) =>
    toRow(
      printPeriodName(startMs, unit, nowMs),
      dated.filter(({ atMs }) => toStart(atMs, unit) === startMs),
    ),
  );
  return { rows: [...rows, ...rowsOfUndated], unit };
};

/** Periods of time in order, or the projects or models with the most summaries. */
export const toConfidenceRows = (all: readonly Group[], by: ChartGroup, nowMs: number): ConfidenceRows => {
  const groups = all.filter(({ analytics }) => analytics.total_summaries > 0);
  if (by === 'day') return toTimeRows(groups, nowMs);
  const rows = groups.map((one) => toRow(one.group === null ? unknown : toVisibleText(one.group), [one]));
  return { rows: rows.toSorted((a, b) => b.total - a.total).slice(0, maxBars), unit: by };
};

const headOf: Record<ConfidenceRows['unit'], string> = {
  ...{ day: 'Day', week: 'Week from', month: 'Month', year: 'Year' },
  project: 'Project',
  model: 'Model',
};

export const toConfidenceData = ({ rows, unit }: ConfidenceRows): ChartData => ({
  columns: [headOf[unit], ...confidenceLevels],
  rows: rows.map((row) => [row.name, ...confidenceLevels.map((level) => ({ value: row[level], text: printCount(row[level]) }))]),
});

export const toStepsData = ({ rows, unit }: ConfidenceRows): ChartData => ({
  columns: [headOf[unit], 'Calls a turn'],
  rows: rows.map(({ name, steps }) => [name, { value: steps, text: steps === null ? unknown : String(steps) }]),
});

import type { ChartData } from '@/components/charts/chart-data.ts';
import { toTicks, type Axis } from '@/components/charts/to-ticks.ts';
import type { ExperimentAnalysis, ExperimentMetric } from '@/lib/domain/experiment.ts';
import { printSignedEffect } from '@/lib/print/metric.ts';
import { printDayClock } from '@/lib/print/time.ts';

type Looks = ExperimentAnalysis['looks'];

export type SequenceRow = { sessions: number; effect: number; band: [low: number, high: number] | null; atMs: number };

export const toSequenceRows = (looks: Looks): SequenceRow[] =>
  looks.map(({ atMs, sessions, effect, interval }) => ({
    sessions,
    effect,
    band: interval && [interval.low, interval.high],
    atMs,
  }));

/** How many times the newest interval the axis shows: intervals of the first looks may be far wider, and are cut. */
const widest = 2.5;

/** An axis around zero that holds the newest interval and every effect; effects of the first half only as far as intervals. */
export const toSequenceAxis = (looks: Looks, smallestEffect: number): Axis => {
  const newest = looks.findLast(({ interval }) => interval !== null)?.interval;
  const effects = looks.map(({ effect }) => Math.abs(effect));
  const later = effects.slice(Math.floor(looks.length / 2));
  const half = newest ? Math.max(Math.abs(newest.low), Math.abs(newest.high)) : 0;
  const all = Math.max(
    0,
    ...effects,
    ...looks.flatMap(({ interval }) => (interval ? [Math.abs(interval.low), Math.abs(interval.high)] : [])),
  );
  const most = Math.max(newest ? Math.min(all, half * widest) : all, smallestEffect * 1.25, ...later);
  return toTicks([-most, most], 7);
};

/** Look by look: sessions, effect, and the interval that holds at each of them. */
export const toSequenceData = (metric: ExperimentMetric, looks: Looks, nowMs: number): ChartData => ({
  columns: ['Sessions', 'At', 'Effect', '95 % low', '95 % high'],
  rows: looks.map(({ sessions, atMs, effect, interval }) => [
    { value: sessions, text: String(sessions) },
    printDayClock(atMs, nowMs),
    ...[effect, interval?.low ?? null, interval?.high ?? null].map((value) => ({ value, text: printSignedEffect(metric, value) })),
  ]),
});

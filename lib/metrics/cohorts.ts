import type { CohortAnswer } from '../domain/cohort.ts';
import { dayMs } from '../domain/instant.ts';
import type { MetricName } from '../domain/metric.ts';
import type { Pair } from '../stats/paired-ratios.ts';
import type { Cluster } from '../stats/weighted-ratio.ts';
import { estimateMetric, type MetricPairs } from './compare-groups.ts';
import type { ReportBalance } from './report.ts';
import type { DayTally, SessionPair, TurnTally } from './tally-turns.ts';

type Unit = CohortAnswer['trend']['unit'];
/** Spans up to this many days are drawn by that unit. */
const maxDays = { day: 21, week: 26 * 7 };
/** Longer gaps are left out: a clock that was wrong once would press all other turns into one period. */
const maxGapDays = 2 * 366;
/** With more sessions, those whose ids end alike are summed together, as in the report. */
const maxSessions = 10_000;

const sumOf = (one: Cluster | null, more: Cluster | null): Cluster | null =>
  one && more ? { n: one.n + more.n, sum: one.sum + more.sum } : (one ?? more);

const mergeBy = (pairs: readonly SessionPair[], toKey: (sessionId: string) => string): Pair[] => {
  const merged = new Map<string, Pair>();
  for (const { sessionId, a, b } of pairs) {
    const key = toKey(sessionId);
    const known = merged.get(key);
    merged.set(key, known ? { a: sumOf(known.a, a), b: sumOf(known.b, b) } : { a, b });
  }
  return [...merged.values()];
};

const countSessions = (pairs: readonly Pair[]): MetricPairs['sessions'] => ({
  a: pairs.filter(({ a }) => a !== null).length,
  b: pairs.filter(({ b }) => b !== null).length,
});

/** One pair for each session, or of groups of sessions if there are very many; `sessions` counts sessions. */
const toMetricPairs = (pairs: readonly SessionPair[], isWhole: boolean): MetricPairs => {
  const ofSessions = isWhole ? pairs : mergeBy(pairs, (id) => id);
  const isMany = ofSessions.length > maxSessions;
  return { pairs: isMany ? mergeBy(pairs, (id) => id.slice(-2)) : ofSessions, sessions: countSessions(ofSessions) };
};

/** Pairs to compare, by metric. */
export const toPairs = ({ pairs, atLeast }: TurnTally): Map<MetricName, MetricPairs> =>
  new Map([...pairs].map(([metric, own]) => [metric, { ...toMetricPairs(own, true), atLeast: atLeast.get(metric) }]));

const pickUnit = (span: number): Unit => (span <= maxDays.day ? 'day' : span <= maxDays.week ? 'week' : 'month');

/** The first day of the day, week (from Monday) or month (UTC) of a day, as days since 1970. */
const toStart = (day: number, unit: Unit): number => {
  if (unit === 'day') return day;
  if (unit === 'week') return day - ((((day + 3) % 7) + 7) % 7);
  const date = new Date(day * dayMs);
  return date.setUTCDate(1) / dayMs;
};

/** No period is longer, and that many days after its start is the next one. */
const longest: Record<Unit, number> = { day: 1, week: 7, month: 31 };

/** Ascending days, cut where a gap is too long. */
const toStretches = (days: readonly number[]): { first: number; last: number }[] => {
  const stretches: { first: number; last: number }[] = [];
  for (const day of days) {
    const open = stretches.at(-1);
    if (open && day - open.last <= maxGapDays) open.last = day;
    else stretches.push({ first: day, last: day });
  }
  return stretches;
};

/**
 * The metric over time, in steps that fit the span: every period from the first to the last, also those without turns, so that equal
 * steps are equal times; but for gaps of over two years. Turns without a time are in none.
 */
export const computeTrend = (days: ReadonlyMap<number, DayTally>, metric: MetricName): CohortAnswer['trend'] => {
  const sorted = [...days].sort(([one], [other]) => one - other);
  const stretches = toStretches(sorted.map(([day]) => day));
  const unit = pickUnit(stretches.reduce((sum, { first, last }) => sum + last - first + 1, 0));
  const periods = new Map<number, SessionPair[]>();
  for (const { first, last } of stretches)
    for (let start = toStart(first, unit); start <= last; start = toStart(start + longest[unit], unit)) periods.set(start, []);
  for (const [day, { pairs }] of sorted) {
    const own = periods.get(toStart(day, unit));
    for (const pair of pairs) own?.push(pair);
  }
  const points = [...periods].map(([start, own]) => {
    const { pairs, sessions } = toMetricPairs(own, unit === 'day');
    const estimate = (group: 'a' | 'b') => {
      const found = estimateMetric(
        metric,
        pairs.flatMap((pair) => pair[group] ?? []),
      );
      return found && { ...found, clusters: sessions[group] };
    };
    return { from: start * dayMs, a: estimate('a'), b: estimate('b') };
  });
  return { unit, points };
};

const counts = [0, 1, 2, 3, 4, 5, 6, 8, 10, 15, 20, 30, 50, 100];
/** Lower ends of the bins of each metric, and where the last one, which is open, is drawn to end. Skewed ones grow by factors of about 3. */
const edges: Record<MetricName, { from: readonly number[]; end: number }> = {
  completed: { from: [0, 1], end: 2 },
  iterations: { from: counts, end: 200 },
  tool_errors: { from: counts, end: 200 },
  duration: { from: [0, 1e3, 3e3, 1e4, 3e4, 6e4, 18e4, 6e5, 18e5, 36e5, 108e5], end: 36e6 },
  tokens: { from: [0, 1e3, 3e3, 1e4, 3e4, 1e5, 3e5, 1e6, 3e6, 1e7], end: 3e7 },
  cost: { from: [0, 0.01, 0.03, 0.1, 0.3, 1, 3, 10, 30], end: 100 },
  reward: { from: [-1e9, 0, 0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9, 1], end: 1.1 },
};
export const listEdges = (metric: MetricName): readonly number[] => edges[metric].from;

/** Turns by bin, from the first to the last bin that holds any. */
export const toBins = (metric: MetricName, a: readonly number[], b: readonly number[]): CohortAnswer['distribution'] => {
  const { from, end } = edges[metric];
  const bins = from.map((low, at) => ({ from: low, to: from[at + 1] ?? end, a: a[at] ?? 0, b: b[at] ?? 0 }));
  const isFull = (bin: { a: number; b: number }): boolean => bin.a + bin.b > 0;
  return bins.slice(Math.max(0, bins.findIndex(isFull)), bins.findLastIndex(isFull) + 1);
};

type Counts = readonly { label: string; a: number; b: number }[];
const maxRows = 8;
const bandLabels: Readonly<Record<string, string>> = {
  0: 'Under 200 characters',
  200: '200 to 999 characters',
  1000: '1,000 to 4,999 characters',
  5000: '5,000 characters or more',
};

const toShares = (aspect: CohortAnswer['balance'][number]['aspect'], counts: Counts): CohortAnswer['balance'][number] => {
  const total = (of: 'a' | 'b', rows: Counts): number => rows.reduce((sum, one) => sum + one[of], 0);
  const [inA, inB] = [total('a', counts), total('b', counts)];
  const share = (part: number, whole: number): number => (whole === 0 ? 0 : part / whole);
  const rest = counts.slice(maxRows);
  const others = rest.length === 0 ? [] : [{ label: 'Others', a: total('a', rest), b: total('b', rest) }];
  return {
    aspect,
    rows: [...counts.slice(0, maxRows), ...others].map(({ label, a, b }) => ({ label, a: share(a, inA), b: share(b, inB) })),
  };
};

const listCounts = (counts: ReadonlyMap<string, { a: number; b: number }>) => [...counts].map(([label, both]) => ({ label, ...both }));

const sortMostFirst = (counts: ReadonlyMap<string, { a: number; b: number }>): Counts =>
  listCounts(counts).sort((one, other) => other.a + other.b - one.a - one.b || (one.label < other.label ? -1 : 1));

const sortNewestFirst = (counts: ReadonlyMap<string, { a: number; b: number }>): Counts =>
  listCounts(counts).sort((one, other) => (one.label < other.label ? 1 : -1));

/** How the groups of a report differ, by what is known of whole sessions. */
export const toReportBalance = (rows: readonly ReportBalance[]): CohortAnswer['balance'] =>
  (
    [
      ['model', 'model', sortMostFirst],
      ['project', 'project', sortMostFirst],
      ['agent', 'agent', sortMostFirst],
      ['time', 'month', sortNewestFirst],
    ] as const
  )
    .map(([aspect, field, sort]) => {
      const counts = new Map<string, { a: number; b: number }>();
      for (const { [field]: label, a, b } of rows) {
        const known = counts.get(label ?? '');
        if (label !== null) counts.set(label, { a: a + (known?.a ?? 0), b: b + (known?.b ?? 0) });
      }
      return toShares(aspect, sort(counts));
    })
    .filter((one) => one.rows.length > 0);

/** How the groups differ in what is not compared. */
export const toBalance = ({ balance, days }: TurnTally): CohortAnswer['balance'] => {
  const months = new Map<string, { a: number; b: number }>();
  for (const [day, { turns }] of days) {
    const month = new Date(day * dayMs).toISOString().slice(0, 7);
    const known = months.get(month);
    months.set(month, { a: turns.a + (known?.a ?? 0), b: turns.b + (known?.b ?? 0) });
  }
  const bands = listCounts(balance.promptBand).sort((one, other) => Number(one.label) - Number(other.label));
  return [
    toShares('model', sortMostFirst(balance.model)),
    toShares('project', sortMostFirst(balance.project)),
    toShares('agent', sortMostFirst(balance.agent)),
    toShares(
      'prompt_length',
      bands.map((band) => ({ ...band, label: bandLabels[band.label] ?? band.label })),
    ),
    toShares('time', sortNewestFirst(months)),
  ].filter(({ rows }) => rows.length > 0);
};

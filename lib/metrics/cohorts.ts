import type { CohortAnswer } from '../domain/cohort.ts';
import { metricName, type MetricName } from '../domain/metric.ts';
import type { Pair } from '../stats/paired-ratios.ts';
import type { Cluster } from '../stats/weighted-ratio.ts';
import { estimateMetric } from './compare-groups.ts';

/** Sums over the turns of one session in one group that began on one UTC day; null: no time is known. */
type DaySums = { sessionId: string; group: 'a' | 'b'; day: number | null; turns: number; metrics: Record<MetricName, Cluster> };

const dayMs = 86_400_000;
type Unit = CohortAnswer['trend']['unit'];
/** Spans up to this many days are drawn by that unit. */
const maxDays = { day: 21, week: 26 * 7 };

const add = (into: Cluster, more: Cluster): void => {
  into.n += more.n;
  into.sum += more.sum;
};

/** The sums of each session, in both groups, by metric. */
export const toPairs = (sums: readonly DaySums[]): Map<MetricName, Pair[]> => {
  const sessions = new Map<string, Partial<Record<'a' | 'b', Record<MetricName, Cluster>>>>();
  for (const { sessionId, group, metrics } of sums) {
    const session = sessions.get(sessionId) ?? {};
    const known = session[group];
    if (known) for (const name of metricName.options) add(known[name], metrics[name]);
    else session[group] = structuredClone(metrics);
    sessions.set(sessionId, session);
  }
  const all = [...sessions.values()];
  return new Map(metricName.options.map((name) => [name, all.map(({ a, b }) => ({ a: a?.[name] ?? null, b: b?.[name] ?? null }))]));
};

/** Turns and sessions of a group. */
export const countGroup = (sums: readonly DaySums[], group: 'a' | 'b'): { turns: number; sessions: number; withoutOutcome: number } => {
  const own = sums.filter((one) => one.group === group);
  const total = (of: (one: DaySums) => number): number => own.reduce((sum, one) => sum + of(one), 0);
  const turns = total((one) => one.turns);
  return {
    turns,
    sessions: new Set(own.map(({ sessionId }) => sessionId)).size,
    withoutOutcome: turns - total(({ metrics }) => metrics.completed.n),
  };
};

const pickUnit = (span: number): Unit => (span <= maxDays.day ? 'day' : span <= maxDays.week ? 'week' : 'month');

/** The first day of the day, week (from Monday) or month (UTC) of a day, as days since 1970. */
const toStart = (day: number, unit: Unit): number => {
  if (unit === 'day') return day;
  if (unit === 'week') return day - ((((day + 3) % 7) + 7) % 7);
  const date = new Date(day * dayMs);
  return Date.UTC(date.getUTCFullYear(), date.getUTCMonth(), 1) / dayMs;
};

/** The metric over time, in steps that fit the span; turns without a time are in none. */
export const computeTrend = (sums: readonly DaySums[], metric: MetricName): CohortAnswer['trend'] => {
  const dated = sums.flatMap((one) => (one.day === null ? [] : [{ ...one, day: one.day }]));
  const [first, last] = dated.reduce(([low, high], { day }) => [Math.min(low, day), Math.max(high, day)], [Infinity, -Infinity]);
  const unit = dated.length === 0 ? 'day' : pickUnit(last - first + 1);
  const periods = new Map<number, DaySums[]>();
  for (const one of dated) {
    const start = toStart(one.day, unit);
    const known = periods.get(start);
    if (known) known.push(one);
    else periods.set(start, [one]);
  }
  const points = [...periods]
    .sort(([a], [b]) => a - b)
    .map(([start, own]) => {
      const pairs = toPairs(own).get(metric) ?? [];
      const estimate = (group: 'a' | 'b') =>
        estimateMetric(
          metric,
          pairs.flatMap((pair) => pair[group] ?? []),
        );
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

type Counts = readonly { value: string; a: number; b: number }[];
const maxRows = 8;
const bandLabels: Readonly<Record<string, string>> = {
  0: 'Under 200 characters',
  200: '200 to 999 characters',
  1000: '1,000 to 4,999 characters',
  5000: '5,000 characters or more',
};

const toShares = (aspect: CohortAnswer['balance'][number]['aspect'], values: Counts): CohortAnswer['balance'][number] => {
  const total = (of: 'a' | 'b'): number => values.reduce((sum, one) => sum + one[of], 0);
  const [inA, inB] = [total('a'), total('b')];
  const share = (part: number, whole: number): number => (whole === 0 ? 0 : part / whole);
  const shown = values.slice(0, maxRows).map(({ value, a, b }) => ({ label: value, a: share(a, inA), b: share(b, inB) }));
  const rest = values.slice(maxRows);
  if (rest.length === 0) return { aspect, rows: shown };
  const sum = (of: 'a' | 'b'): number => rest.reduce((all, one) => all + one[of], 0);
  return { aspect, rows: [...shown, { label: 'Others', a: share(sum('a'), inA), b: share(sum('b'), inB) }] };
};

/** How the groups differ in what is not compared. */
export const toBalance = (
  { model, project, agent, promptChars }: Record<'model' | 'project' | 'agent' | 'promptChars', Counts>,
  sums: readonly DaySums[],
): CohortAnswer['balance'] => {
  const months = new Map<string, { value: string; a: number; b: number }>();
  for (const { day, group, turns } of sums) {
    if (day === null) continue;
    const value = new Date(day * dayMs).toISOString().slice(0, 7);
    const month = months.get(value) ?? { value, a: 0, b: 0 };
    month[group] += turns;
    months.set(value, month);
  }
  const bands = promptChars.toSorted((one, other) => Number(one.value) - Number(other.value));
  const newest = [...months.values()].sort((one, other) => (one.value < other.value ? 1 : -1));
  return [
    toShares('model', model),
    toShares('project', project),
    toShares('agent', agent),
    toShares(
      'prompt_length',
      bands.map((band) => ({ ...band, value: bandLabels[band.value] ?? band.value })),
    ),
    toShares('time', newest),
  ].filter(({ rows }) => rows.length > 0);
};

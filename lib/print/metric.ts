import type { ExperimentMetric } from '../domain/experiment.ts';
import { metricDefinitions } from '../domain/metric-definitions.ts';
import { printAtLeast } from './at-least.ts';
import { printDuration } from './duration.ts';
import { printMoney } from './money.ts';
import { printCompact, printCount, printCounted } from './number.ts';
import { printPercent } from './percent.ts';
import { printSigned, unknown } from './unknown.ts';

type Definition = (typeof metricDefinitions)[keyof typeof metricDefinitions];

/** Name, unit and better direction of a metric of turns or of an experiment. */
export const getMetricDefinition = (metric: ExperimentMetric): Definition =>
  metric === 'recovered' ? { label: 'Recovered', unit: 'share', scale: 'proportion', better: 'higher' } : metricDefinitions[metric];

/** Its name without how it is averaged: experiments compare durations by geometric means, not by medians. */
export const printMetricName = (metric: ExperimentMetric): string => getMetricDefinition(metric).label.replace(', median', '');

/** Name of a metric's value, after other words: `outcome`, `reward`. */
export const printValueName = (metric: ExperimentMetric): string =>
  metric === 'completed' ? 'outcome' : printMetricName(metric).toLowerCase();

/** Known value of a turn, in words: `a known reward`, `known tokens`. */
export const printKnown = (metric: ExperimentMetric): string => {
  const name = printValueName(metric);
  return `${name.endsWith('s') ? '' : 'a '}known ${name}`;
};

const digitsOf: Partial<Record<ExperimentMetric, number>> = { iterations: 1, tool_errors: 2, reward: 2 };

/** A metric's value: `61.2 %`, `14.8`, `6 m 48 s`, `184 k`, `$0.34`; `≥ $0.34` where values of turns are only known in part. Null prints as a dash. */
export const printMetric = (metric: ExperimentMetric, value: number | null, atLeast = 0): string => {
  if (value === null) return unknown;
  if (atLeast > 0) return printAtLeast(printMetric(metric, value), true);
  const { unit } = getMetricDefinition(metric);
  if (unit === 'share') return printPercent(value);
  if (unit === 'ms') return printDuration(value);
  if (unit === 'usd') return printMoney(value);
  const digits = digitsOf[metric];
  return digits === undefined ? printCompact(value) : printSigned(value, (magnitude) => magnitude.toFixed(digits));
};

/** A figure over turns: a rate with the number that it is over, `61.2 % of 31`; else as `printMetric` prints it. Null prints as a dash. */
export const printEstimate = (metric: ExperimentMetric, estimate: { value: number; n: number } | null, atLeast = 0): string => {
  const printed = printMetric(metric, estimate?.value ?? null, atLeast);
  return estimate !== null && getMetricDefinition(metric).unit === 'share' ? `${printed} of ${printCount(estimate.n)}` : printed;
};

/** Meaning of `≥` in figures over turns: for how many turns each metric is only known in part; null: for none. */
export const printPartNote = (counts: readonly { metric: ExperimentMetric; turns: number }[]): string | null => {
  const parts = counts.flatMap(({ metric, turns }) =>
    turns > 0 ? `${printMetricName(metric).toLowerCase()} of ${printCounted(turns, 'turn')}` : [],
  );
  return parts.length === 0 ? null : `Only known in part, so that figures with ≥ are at least that: ${parts.join(', ')}.`;
};

type Scale = { per: number; digits: number; before: string; after: string };
const plain = (digits: number): Scale => ({ per: 1, digits, before: '', after: '' });
const scaled = (magnitude: number, per: number, unit: string): Scale => ({
  per,
  digits: magnitude < 9.95 * per ? 1 : 0,
  before: '',
  after: ` ${unit}`,
});

/** Digits after the point that show two digits of a magnitude below 1, at most 6. */
const countDigits = (magnitude: number): number => (magnitude === 0 ? 0 : Math.min(6, 1 - Math.floor(Math.log10(magnitude))));

/** How differences up to a magnitude are printed, so that both ends of an interval have one unit and one precision. */
const toScale = (metric: ExperimentMetric, magnitude: number): Scale => {
  const { unit } = getMetricDefinition(metric);
  if (unit === 'share') return { ...plain(1), per: 0.01 };
  if (unit === 'usd') return { ...plain(magnitude < 0.1 ? Math.max(3, countDigits(magnitude)) : 2), before: '$' };
  if (unit === 'ms') {
    if (magnitude < 1_000) return { ...plain(0), after: ' ms' };
    if (magnitude < 600_000) return scaled(magnitude, 1_000, 's');
    return magnitude < 36_000_000 ? scaled(magnitude, 60_000, 'm') : scaled(magnitude, 3_600_000, 'h');
  }
  const digits = digitsOf[metric];
  if (digits !== undefined) return plain(magnitude < 1 ? Math.max(digits, countDigits(magnitude)) : digits);
  if (magnitude < 1_000) return plain(0);
  return magnitude < 999_500 ? scaled(magnitude, 1_000, 'k') : scaled(magnitude, 1_000_000, 'M');
};

const printScaled = (value: number, { per, digits, before }: Scale, plus = '+'): string => {
  const text = Math.abs(value / per).toFixed(digits);
  return `${Number(text) === 0 ? '' : value > 0 ? plus : '−'}${before}${text}`;
};

/** A difference between two values of a metric, with its sign: `+6.3` (points, of a share), `−1.9`, `−17 s`, `+19 k`. Null prints as a dash. */
export const printDifference = (metric: ExperimentMetric, value: number | null): string => {
  if (value === null) return unknown;
  const scale = toScale(metric, Math.abs(value));
  return `${printScaled(value, scale)}${scale.after}`;
};

type Ends = { low: number; high: number };

const printEnds = (scale: Scale, { low, high }: Ends): string => `${printScaled(low, scale)} to ${printScaled(high, scale)}${scale.after}`;

const toMagnitude = ({ low, high }: Ends): number => Math.max(Math.abs(low), Math.abs(high));

/** The interval of a difference: `−1.4 to +13.9`, `−65 to +36 s`. Null prints as a dash. */
export const printDifferenceInterval = (metric: ExperimentMetric, interval: Ends | null): string =>
  interval === null ? unknown : printEnds(toScale(metric, toMagnitude(interval)), interval);

/** A relative change with its sign, in whole percent: `+12 %`. */
export const printRelative = (ratio: number): string => {
  const percent = Math.round(Math.abs(ratio) * 100);
  return `${percent === 0 ? '' : ratio > 0 ? '+' : '−'}${percent} %`;
};

const relativeMetrics: ReadonlySet<ExperimentMetric> = new Set(['duration', 'cost', 'tokens']);

/** Whether the smallest effect of a metric is a relative change, instead of one in its unit. */
export const isRelativeEffect = (metric: ExperimentMetric): boolean => relativeMetrics.has(metric);

const toEffectScale = (metric: ExperimentMetric, magnitude: number): Scale =>
  isRelativeEffect(metric) ? { ...plain(magnitude < 0.0995 ? 1 : 0), per: 0.01, after: ' %' } : toScale(metric, magnitude);

/** An experiment's effect with its sign: `+3.6` (points, of a share), `−22 %` (of what is compared relatively), `−1.9`. Null prints as a dash. */
export const printSignedEffect = (metric: ExperimentMetric, value: number | null): string => {
  if (value === null) return unknown;
  const scale = toEffectScale(metric, Math.abs(value));
  return `${printScaled(value, scale)}${scale.after}`;
};

/** The interval of an effect: `−8.4 to +15.6` (points, of a share), `−34 to −9 %`. Null prints as a dash. */
export const printEffectInterval = (metric: ExperimentMetric, interval: Ends | null): string =>
  interval === null ? unknown : printEnds(toEffectScale(metric, toMagnitude(interval)), interval);

/** The same in a sentence, behind “between”: `3.1 and 13.0 points`, `−34 and −9 %`. */
export const printEffectBounds = (metric: ExperimentMetric, interval: Ends): string => {
  const scale = toEffectScale(metric, toMagnitude(interval));
  const points = getMetricDefinition(metric).unit === 'share' ? ' points' : '';
  return `${printScaled(interval.low, scale, '')} and ${printScaled(interval.high, scale, '')}${scale.after}${points}`;
};

/** Unit of a metric's effects: `points`, `%`, or `per turn`. */
export const printEffectUnit = (metric: ExperimentMetric): string =>
  isRelativeEffect(metric) ? '%' : getMetricDefinition(metric).unit === 'share' ? 'points' : 'per turn';

/** A smallest effect without a sign: `8 points`, `10 %` (relative), `1.5`. */
export const printSmallestEffect = (metric: ExperimentMetric, value: number): string => {
  const inPercent = isRelativeEffect(metric) || getMetricDefinition(metric).unit === 'share';
  const number = String(Number((inPercent ? value * 100 : value).toPrecision(3)));
  if (isRelativeEffect(metric)) return `${number} %`;
  return inPercent ? `${number} ${number === '1' ? 'point' : 'points'}` : number;
};

/** A round value at an axis, as short as its unit allows: `70 %`, `15`, `2 m`, `40 k`. */
export const printAxisTick = (metric: ExperimentMetric, value: number): string => {
  const { unit } = getMetricDefinition(metric);
  if (unit === 'share') return `${Number((value * 100).toFixed(1))} %`;
  if (unit === 'ms') return value === 0 ? '0' : printDuration(value).replace('.0 ', ' ');
  if (unit === 'usd') return `$${Number(value.toPrecision(3))}`;
  return Math.abs(value) < 1_000 ? printSigned(Number(value.toPrecision(3)), String) : printCompact(value).replace(/\.0+ /u, ' ');
};

export type Axis = { low: number; high: number; ticks: number[] };

/** Avoids 0.30000000000000004. */
const round = (value: number): number => Number(value.toPrecision(12));

/** The smallest of 1, 2, 2.5 and 5 times a power of ten that is no less than `least`. */
const toStep = (least: number): number => {
  const power = 10 ** Math.floor(Math.log10(least));
  return power * ([1, 2, 2.5, 5].find((factor) => factor * power >= least * (1 - 1e-9)) ?? 10);
};

/**
 * An axis over values: its ends are round and hold all values, with about `count` ticks at equal distances. `within` is never left, such
 * as 0 to 1 of a share. `isWhole`: of counts, so no tick is a fraction.
 */
export const toTicks = (
  values: readonly number[],
  count: number,
  { isWhole = false, ...within }: { low?: number; high?: number; isWhole?: boolean } = {},
): Axis => {
  const known = values.filter(Number.isFinite);
  const floor = within.low ?? -Infinity;
  const ceiling = within.high ?? Infinity;
  const least = Math.max(floor, known.length === 0 ? 0 : Math.min(...known));
  const most = Math.min(ceiling, known.length === 0 ? 1 : Math.max(...known));
  const span = most - least;
  const fitting = toStep((span > 0 ? span : Math.abs(most) || 1) / Math.max(1, count - 1));
  const step = isWhole ? Math.ceil(fitting) : fitting;
  const low = Math.max(floor, round(Math.floor(least / step + 1e-9) * step));
  let high = Math.min(ceiling, round(Math.ceil(most / step - 1e-9) * step));
  if (high <= low) high = low + step;
  const ticks = Array.from({ length: Math.floor((high - low) / step + 1e-9) + 1 }, (_, index) => {
    const tick = low + index * step;
    return Math.abs(tick) < step * 1e-9 ? 0 : round(tick);
  });
  return { low, high, ticks };
};

/** At most `count` of some places, at equal distances, with the last. */
export const pickEvenly = <T>(places: readonly T[], count: number): T[] => {
  const step = Math.max(1, Math.ceil((places.length - 1) / Math.max(1, count - 1)));
  return places.filter((_, index) => (places.length - 1 - index) % step === 0);
};

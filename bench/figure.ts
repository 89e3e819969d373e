/** One figure beside its limit. `atMost`: the measured value may not be over the limit; else it may not be under it. */
export type Figure = { name: string; measured: number; limit: number; unit: string; atMost: boolean };

export const atMost = (name: string, measured: number, limit: number, unit: string): Figure => ({
  name,
  measured,
  limit,
  unit,
  atMost: true,
});
export const atLeast = (name: string, measured: number, limit: number, unit: string): Figure => ({
  name,
  measured,
  limit,
  unit,
  atMost: false,
});

export const isMet = ({ measured, limit, atMost: most }: Figure): boolean => (most ? measured <= limit : measured >= limit);

const show = (value: number, unit: string): string =>
  `${value >= 100 ? Math.round(value).toLocaleString('en') : Number(value.toPrecision(3))}${unit && ` ${unit}`}`;

/** `name  measured  limit  ok|MISSED`, in columns. */
export function printFigure(figure: Figure): string {
  const limit = `${figure.atMost ? '≤' : '≥'} ${show(figure.limit, figure.unit)}`;
  return `${figure.name.padEnd(64)}${show(figure.measured, figure.unit).padStart(14)}${limit.padStart(16)}   ${isMet(figure) ? 'ok' : 'MISSED'}`;
}

/** The value below which the given share (0 to 1) of the values lie. */
export function quantile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.ceil(share * sorted.length) - 1)] ?? Number.NaN;
}

/** A value with the place where it was said: [ms, line]. */
export type Said<Value> = { value: Value; at: readonly [ms: number, line: number] };

export const comparePlace = (a: readonly [number, number], b: readonly [number, number]): number => a[0] - b[0] || a[1] - b[1];

/** Picks the first or the last of two values; for two at the same place, always the same one. */
export const pick = <Value>(
  a: Said<Value> | undefined,
  b: Said<Value> | undefined,
  which: 'earliest' | 'latest',
): Said<Value> | undefined => {
  if (!a || !b) return a ?? b;
  const order = comparePlace(a.at, b.at) || (JSON.stringify(a.value) <= JSON.stringify(b.value) ? -1 : 1);
  return order < 0 === (which === 'earliest') ? a : b;
};

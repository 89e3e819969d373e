/** The two groups of a comparison: told apart by color, dash and point alike. */
export const seriesStyle = {
  a: { color: 'var(--text2)', bar: 'var(--ok)', dash: '5 3', strokeWidth: 1.5 },
  b: { color: 'var(--accent)', bar: 'var(--accent)', dash: undefined, strokeWidth: 2 },
} as const;

export type Series = keyof typeof seriesStyle;

export const bandOpacity = 0.16;
export const axisText = { fontSize: 11, fill: 'var(--text3)' } as const;

/** Points of fewer turns are hollow. */
export const fewTurns = 10;

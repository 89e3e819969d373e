import type { Series } from '@/components/charts/series.ts';

/** Bars of the two groups: `a` is hollow with a dashed edge, `b` is filled. */
export const barLook = {
  a: { fill: 'var(--sunken)', stroke: 'var(--text2)', strokeWidth: 1.2, strokeDasharray: '3 2' },
  b: { fill: 'var(--accent)', stroke: 'var(--accent)', strokeWidth: 1.2 },
} as const;

/** The same as a key in a line of text. */
export const BarKey = ({ series }: { series: Series }) => (
  <svg width={12} height={10} viewBox="0 0 12 10" aria-hidden className="shrink-0">
    <rect x={1} y={1} width={10} height={8} {...barLook[series]} />
  </svg>
);

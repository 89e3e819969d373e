import { isBeyond, type ForestPlace } from './to-forest.ts';

const x = (place: number): string => `${50 + place * 50}%`;

/** The value at the origin: a square, or an arrow where it lies beyond the plot; filled where it is clear of zero. */
export const ForestMark = ({ place, isClear }: { place: ForestPlace; isClear: boolean }) => (
  <path
    d={isBeyond(place) ? `M0 -5V5L${place.value * 8} 0Z` : 'M-4 -4H4V4H-4Z'}
    fill={isClear ? 'var(--text)' : 'var(--panel)'}
    stroke="var(--text)"
    strokeWidth={1.6}
  />
);

/** One row of the forest plot: the interval with its ends, and its value. */
export const ForestCell = ({ place, isClear }: { place: ForestPlace | null; isClear: boolean }) => (
  <svg aria-hidden className="block h-8 w-full overflow-visible">
    <line x1="25%" x2="25%" y1={0} y2={32} stroke="var(--line)" strokeDasharray="3 3" />
    <line x1="75%" x2="75%" y1={0} y2={32} stroke="var(--line)" strokeDasharray="3 3" />
    <line x1="50%" x2="50%" y1={-1} y2={33} stroke="var(--line2)" />
    {place ? (
      <>
        <line x1={x(place.low)} x2={x(place.high)} y1={16} y2={16} stroke="var(--text2)" strokeWidth={1.6} />
        {place.isCutLow ? null : <line x1={x(place.low)} x2={x(place.low)} y1={12} y2={20} stroke="var(--text2)" strokeWidth={1.6} />}
        {place.isCutHigh ? null : <line x1={x(place.high)} x2={x(place.high)} y1={12} y2={20} stroke="var(--text2)" strokeWidth={1.6} />}
        <svg x={x(place.value)} y={16} className="overflow-visible">
          <ForestMark place={place} isClear={isClear} />
        </svg>
      </>
    ) : null}
  </svg>
);

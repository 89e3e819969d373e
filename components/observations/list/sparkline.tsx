import { printCount } from '@/lib/print/number.ts';

const bar = 4;
const pitch = 5.2;
const height = 18;

/** How often something began, a bar a day, on a scale of its own; a day without is a thin line. */
export const Sparkline = ({ days }: { days: readonly number[] }) => {
  const most = Math.max(1, ...days);
  const total = days.reduce((sum, count) => sum + count, 0);
  const tall = (count: number) => Math.max(2.5, (count / most) * height);
  const x = (at: number) => (at * pitch).toFixed(1);
  return (
    <svg
      width={days.length * pitch}
      height={height}
      role="img"
      aria-label={`${printCount(total)} in the last ${days.length} days`}
      className="overflow-visible"
    >
      <path
        className="text-line2"
        stroke="currentColor"
        d={days.map((count, at) => (count === 0 ? `M${x(at)} ${height - 0.5}h${bar}` : '')).join('')}
      />
      <path
        className="text-text2"
        fill="currentColor"
        d={days
          .map((count, at) => (count === 0 ? '' : `M${x(at)} ${height}v-${tall(count).toFixed(1)}h${bar}v${tall(count).toFixed(1)}z`))
          .join('')}
      />
    </svg>
  );
};

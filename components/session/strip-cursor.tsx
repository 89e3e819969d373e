import type { CallRange, StripLayout } from './strip-layout.ts';
import { computeWindow, findXOfCall } from './strip-layout.ts';
import { stripRows } from './strip-paths.ts';

type Props = { layout: StripLayout; call: number | null; zoom: CallRange | null; band: { from: number; to: number } | null };

const windowTop = 1;
const windowBottom = stripRows.turn - 2;

/** The zoom window, which lies under the bars. */
export const StripWindow = ({ layout, zoom, band }: Pick<Props, 'layout' | 'zoom' | 'band'>) => {
  const box = band
    ? { left: Math.min(band.from, band.to), right: Math.max(band.from, band.to) }
    : zoom
      ? computeWindow(layout, zoom)
      : null;
  if (!box) return null;
  return (
    <rect
      x={box.left + 0.5}
      y={windowTop + 0.5}
      width={Math.max(2, box.right - box.left - 1)}
      height={windowBottom - windowTop}
      rx="3"
      fill="var(--accentbg)"
      stroke="var(--accentline)"
    />
  );
};

/** Position of the playhead, and the extent of its number; null without one. */
export const findHead = (layout: StripLayout, call: number | null): { x: number; from: number; to: number } | null => {
  if (call === null || call > (layout.bars.at(-1)?.tick.lastCall ?? 0)) return null;
  const x = findXOfCall(layout, call);
  const half = (`#${call}`.length * 7 + 8) / 2;
  const middle = Math.max(half, Math.min(layout.width - half, x));
  return { x, from: middle - half, to: middle + half };
};

/** The playhead with its number, and the handles of the window, above the bars. */
export const StripCursor = ({ layout, call, zoom }: Omit<Props, 'band'>) => {
  const edges = zoom ? computeWindow(layout, zoom) : null;
  const head = findHead(layout, call);
  return (
    <g>
      {edges
        ? [edges.left, edges.right].map((edge, at) => (
            <rect
              key={at}
              x={edge - 3}
              y={28}
              width="6"
              height="14"
              rx="3"
              fill="var(--panel)"
              stroke="var(--accent)"
              className="cursor-ew-resize"
            />
          ))
        : null}
      {head === null ? null : (
        <>
          <line x1={head.x} x2={head.x} y1={windowTop} y2={stripRows.turn} stroke="var(--accent)" strokeWidth="1.5" />
          <rect x={head.from} y={stripRows.turn} width={head.to - head.from} height="16" rx="3" fill="var(--accent)" />
          <text
            x={(head.from + head.to) / 2}
            y={stripRows.turn + 12}
            textAnchor="middle"
            fontSize="11"
            fontWeight="600"
            fill="var(--onaccent)"
          >
            #{call}
          </text>
        </>
      )}
    </g>
  );
};

import { memo } from 'react';
import { printClock } from '@/lib/print/time.ts';
import { printTurn } from '@/lib/print/turn.ts';
import type { StripLayout } from './strip-layout.ts';
import { stripRows } from './strip-paths.ts';

const letterPx = 6.6;

/** Where turns begin, with their number and time where there is room; what the playhead's number would cover is left out. */
export const StripTurns = memo(({ layout, covered }: { layout: StripLayout; covered: { from: number; to: number } | null }) => (
  <g>
    {layout.turns.map(({ x, turnIdx, label, startedAtMs }) => {
      const name = printTurn(turnIdx);
      const time = label === 'full' && startedAtMs !== null ? ` ${printClock(startedAtMs)}` : '';
      const isFree = (text: string) => covered === null || x + 5 + text.length * letterPx < covered.from || x > covered.to;
      return (
        <g key={turnIdx}>
          <line x1={x + 0.5} x2={x + 0.5} y1={stripRows.turn} y2={stripRows.turn + 8} stroke="var(--line2)" />
          {label === 'none' || !isFree(name) ? null : (
            <text x={x + 5} y={stripRows.turn + 13} fontSize="11" fill="var(--text2)">
              <tspan fontWeight="500">{name}</tspan>
              {time !== '' && isFree(name + time) ? <tspan fill="var(--text3)">{time}</tspan> : null}
            </text>
          )}
        </g>
      );
    })}
  </g>
));
StripTurns.displayName = 'StripTurns';

import { memo } from 'react';
import type { Outcome } from '@/lib/domain/outcome.ts';
import { useTimelineActions } from './timeline-context.ts';
import { outcomesByWeight } from '@/lib/session/worst-outcome.ts';

const height = 12;
const colors: Record<Outcome, string> = {
  ok: 'var(--ok)',
  error: 'var(--high)',
  rejected: 'var(--rejected)',
  denied: 'var(--denied)',
  interrupted: 'var(--med)',
  running: 'var(--accent)',
  unknown: 'var(--low)',
};
const shares: Record<Outcome, number> = { ok: 0.5, error: 1, rejected: 1, denied: 1, interrupted: 1, running: 0.75, unknown: 0.5 };
const pitch = 4.6;

/** Outcomes of a turn's calls by height and color; the numbers next to them say the same. */
export const TurnBars = memo(({ bars }: { bars: readonly Outcome[] }) => {
  const { isLive } = useTimelineActions();
  return (
    <svg width={Math.max(1, bars.length * pitch)} height={height} aria-hidden className="block max-w-full">
      {outcomesByWeight.map((outcome) => {
        const top = height * (1 - shares[outcome]);
        const path = bars
          .map((bar, at) => (bar === outcome ? `M${(at * pitch + 0.5).toFixed(1)} ${top}h3.4v${height - top - 0.5}h-3.4z` : ''))
          .join('');
        if (path === '') return null;
        // In a session that is over, nothing runs.
        return outcome === 'unknown' || (outcome === 'running' && !isLive) ? (
          <path key={outcome} d={path} fill="none" stroke={colors.unknown} strokeDasharray="1.5 1" />
        ) : (
          <path key={outcome} d={path} fill={colors[outcome]} />
        );
      })}
    </svg>
  );
});
TurnBars.displayName = 'TurnBars';

'use client';
import { SeverityMark } from '@/components/marks/severity-mark.tsx';
import { Button } from '@/components/ui/button.tsx';
import type { Trajectory } from '@/lib/domain/trajectory.ts';
import { toVisibleText } from '@/lib/print/visible-text.ts';
import type { Split } from './use-split.ts';

/** Why the snapshots of a session are no trajectory, and what makes trajectories of them; of a part, what puts it back. */
export const FlawBanner = ({ trajectory, split }: { trajectory: Trajectory; split: Split }) => {
  const { flaw, isSplit } = trajectory;
  if (flaw === null && !isSplit) return null;
  return (
    <section
      aria-label={flaw === null ? 'A part of a session' : 'No trajectory'}
      className={`flex shrink-0 flex-wrap items-center gap-x-3 gap-y-1.5 border-b border-line px-3 py-1.5 text-table ${flaw === null ? 'bg-sunken' : 'bg-medbg'}`}
    >
      {flaw === null ? null : <SeverityMark severity="medium" named />}
      <p className="min-w-0 flex-1 basis-60 break-words">
        {flaw === null ? (
          'The session was split: this is one of its parts.'
        ) : (
          <>
            <strong className="font-semibold">These snapshots are no trajectory:</strong> {toVisibleText(flaw)}.{' '}
            {isSplit ? '' : 'Split, they become one trajectory for each prompt and each run.'}
          </>
        )}
        {split.error ? (
          <span role="alert" className="block text-high">
            {split.error.message}
          </span>
        ) : null}
      </p>
      {isSplit ? (
        <Button refused={split.isBusy ? 'Joining' : null} onClick={() => split.join(trajectory)}>
          Undo the split
        </Button>
      ) : (
        <Button refused={split.isBusy ? 'Splitting' : null} onClick={() => split.split(trajectory)}>
          Split
        </Button>
      )}
    </section>
  );
};

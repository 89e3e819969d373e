'use client';
import { Fragment } from 'react';
import type { TrajectorySnapshot } from '@/lib/domain/trajectory.ts';
import { printCount, printCounted } from '@/lib/print/number.ts';
import { toVisibleText } from '@/lib/print/visible-text.ts';

const shown = 4;

type Props = { snapshots: readonly TrajectorySnapshot[]; onPick: (position: number) => void };

/** The trajectory in a sentence: how often it rendered, and at which snapshots the prompt changed and how. */
export const PromptChanges = ({ snapshots, onPick }: Props) => {
  const changed = snapshots.filter(({ prompt }) => prompt.length > 0);
  const isKnown = snapshots.some(({ promptVersion }) => promptVersion !== null);
  return (
    <p className="min-w-0 text-read break-words">
      {changed.length === 0 ? (
        <>
          <strong className="font-semibold">{printCounted(snapshots.length, 'snapshot')}.</strong>{' '}
          {isKnown ? 'The prompt stayed the same.' : 'It is not known which version of the prompt was rendered.'}
        </>
      ) : (
        <>
          <strong className="font-semibold">
            The prompt changed {changed.length === 1 ? 'once' : `${printCount(changed.length)} times`} in{' '}
            {printCounted(snapshots.length, 'snapshot')}
          </strong>
          {': '}
          {changed.slice(0, shown).map(({ position, prompt }, at) => (
            <Fragment key={position}>
              {at > 0 ? '; ' : ''}
              at{' '}
              <button type="button" className="text-accent hover:underline" onClick={() => onPick(position)}>
                {position + 1}
              </button>{' '}
              {toVisibleText(prompt.join(', '))}
            </Fragment>
          ))}
          {changed.length > shown ? `; and ${printCounted(changed.length - shown, 'more', 'more')}` : ''}.
        </>
      )}
    </p>
  );
};

'use client';
import Link from 'next/link';
import { SecretText } from '@/components/marks/secret-text.tsx';
import { SeverityMark } from '@/components/marks/severity-mark.tsx';
import { Button } from '@/components/ui/button.tsx';
import { Chip } from '@/components/ui/chip.tsx';
import type { Trajectory } from '@/lib/domain/trajectory.ts';
import { printBytes } from '@/lib/print/bytes.ts';
import { printCounted } from '@/lib/print/number.ts';
import { printDayClock, printIso } from '@/lib/print/time.ts';
import { toVisibleText } from '@/lib/print/visible-text.ts';
import { printTrajectoryTitle } from '../trajectory-words.ts';
import type { Split } from '../use-split.ts';
import type { TrajectoryGroup } from './use-trajectory-groups.ts';

type Props = { trajectory: Trajectory; nowMs: number; split: Split };

const Versions = ({ versions }: { versions: number }) =>
  versions > 1 ? <Chip tone="outline">{printCounted(versions, 'prompt version')}</Chip> : null;

/** One trajectory, or a session with a flaw and its reason. The whole line leads to it. */
export const TrajectoryRow = ({ trajectory, nowMs, split }: Props) => {
  const { id, flaw, isSplit, synthetic, snapshots, promptVersions, bytes, lastAtMs } = trajectory;
  return (
    <li className="relative flex min-h-8 flex-wrap items-center gap-x-3 gap-y-0.5 border-t border-line py-1 pr-3 pl-8 text-table hover:bg-hover max-sm:min-h-12 max-sm:pl-3">
      <span className="flex min-w-0 flex-1 basis-60 items-center gap-2">
        <Link
          href={`/trajectories/${encodeURIComponent(id)}`}
          prefetch={false}
          data-trajectory-link
          className="row-focus min-w-0 truncate font-medium text-text after:absolute after:inset-0 focus-visible:outline-none focus-visible:after:outline-2 focus-visible:after:-outline-offset-2 focus-visible:after:outline-accent"
        >
          <SecretText text={printTrajectoryTitle(trajectory)} />
        </Link>
        <Versions versions={promptVersions} />
        {synthetic ? <Chip tone="dashed">synthetic</Chip> : null}
      </span>
      <span className="flex shrink-0 gap-4 text-text2 tabular-nums max-sm:w-full max-sm:gap-2 max-sm:text-fact max-sm:text-text3">
        <span className="w-24 text-right max-sm:w-auto">{printCounted(snapshots, 'snapshot')}</span>
        <span className="w-18 text-right max-sm:w-auto">{printBytes(bytes)}</span>
        <span className="w-32 text-right whitespace-nowrap max-sm:w-auto" title={printIso(lastAtMs)}>
          {printDayClock(lastAtMs, nowMs)}
        </span>
      </span>
      {flaw === null ? null : (
        <span className="flex w-full items-center gap-2 pb-1 text-text2">
          <SeverityMark severity="medium" named />
          <span className="min-w-0 flex-1 break-words">{toVisibleText(flaw)}</span>
          {isSplit ? null : (
            <Button
              size="small"
              className="relative z-10"
              refused={split.isBusy ? 'Splitting' : null}
              onClick={() => split.split(trajectory)}
            >
              Split
            </Button>
          )}
        </span>
      )}
    </li>
  );
};

/** How many trajectories a group has, and of how many snapshots. */
export const printGroupCounts = ({ kind, count, refused, snapshots }: TrajectoryGroup): string =>
  [
    kind === 'refused' ? printCounted(count, 'session') : printCounted(count, 'trajectory', 'trajectories'),
    ...(refused === 0 ? [] : [`${printCounted(refused, 'session')} with a flaw`]),
    ...(snapshots === null ? [] : [printCounted(snapshots, 'snapshot')]),
  ].join(', ');

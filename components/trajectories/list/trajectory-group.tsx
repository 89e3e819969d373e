'use client';
import { useInfiniteQuery } from '@tanstack/react-query';
import { Button } from '@/components/ui/button.tsx';
import { Chevron } from '@/components/ui/chevron.tsx';
import { ErrorLine } from '@/components/ui/error-line.tsx';
import { trajectoryQueries } from '@/lib/client/queries/trajectory-queries.ts';
import { printPeriod } from '@/lib/print/time.ts';
import { toVisibleText } from '@/lib/print/visible-text.ts';
import type { Split } from '../use-split.ts';
import { printGroupCounts, TrajectoryRow } from './trajectory-row.tsx';
import type { TrajectoryGroup as Group } from './use-trajectory-groups.ts';

type Props = { group: Group; isOpen: boolean; nowMs: number; split: Split; onToggle: () => void };

const abouts: Partial<Record<Group['kind'], string>> = {
  unknown: 'Snapshots without events name no prompt. Import them again with its namespace and key to file them under it.',
  refused: 'Their snapshots are of several prompts, or do not go on from each other. Their sessions can be read as any other.',
};

const Members = ({ group, nowMs, split }: Omit<Props, 'isOpen' | 'onToggle'>) => {
  const list = useInfiniteQuery(trajectoryQueries.list(group.of));
  if (list.error && !list.data)
    return (
      <ErrorLine title="They could not be loaded" error={list.error} retry={() => void list.refetch()} className="border-t border-line" />
    );
  const items = list.data?.pages.flatMap((page) => page.items) ?? [];
  return (
    <>
      <ul aria-label={group.name}>
        {items.map((trajectory) => (
          <TrajectoryRow key={trajectory.id} trajectory={trajectory} nowMs={nowMs} split={split} />
        ))}
      </ul>
      {list.hasNextPage ? (
        <div className="border-t border-line px-3 py-1.5">
          <Button size="small" refused={list.isFetchingNextPage ? 'Loading' : null} onClick={() => void list.fetchNextPage()}>
            Show more
          </Button>
        </div>
      ) : null}
    </>
  );
};

/** The trajectories of one prompt under its name, with counts and times. */
export const TrajectoryGroup = ({ group, isOpen, nowMs, split, onToggle }: Props) => {
  const { kind, name, firstAtMs, lastAtMs } = group;
  const about = abouts[kind];
  const times = lastAtMs === null ? '' : printPeriod(firstAtMs, lastAtMs, nowMs);
  return (
    <section aria-label={toVisibleText(name)} className="shrink-0 rounded-card border border-line bg-panel">
      <h2>
        <button
          type="button"
          aria-expanded={isOpen}
          onClick={onToggle}
          className="row-focus flex min-h-9 w-full flex-wrap items-center gap-x-3 gap-y-0.5 rounded-card px-3 py-1 text-left text-table hover:bg-hover"
        >
          <span className="flex min-w-0 items-center gap-2">
            <Chevron open={isOpen} />
            <span className={`min-w-0 font-semibold break-all ${kind === 'descriptor' ? 'font-mono' : ''}`}>{toVisibleText(name)}</span>
          </span>
          <span className="text-fact text-text2">{printGroupCounts(group)}</span>
          <span className="ml-auto text-fact text-text3">{times}</span>
        </button>
      </h2>
      {isOpen ? (
        <>
          {about === undefined ? null : <p className="border-t border-line px-3 py-1.5 text-table text-text3">{about}</p>}
          <Members group={group} nowMs={nowMs} split={split} />
        </>
      ) : null}
    </section>
  );
};

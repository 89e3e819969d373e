'use client';
import { ChevronDown, ChevronUp } from 'lucide-react';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useMemo, useRef, useState } from 'react';
import { useHotkeys } from '@/components/hooks/use-hotkeys.ts';
import { ErrorPane } from '@/components/ui/error-pane.tsx';
import { IconButton } from '@/components/ui/icon-button.tsx';
import { snapshotQueries } from '@/lib/client/queries/snapshot-queries.ts';
import { printCount, printCounted } from '@/lib/print/number.ts';
import { DiffChange } from './diff-change.tsx';
import { DiffSection } from './diff-section.tsx';
import { toDiffGroups } from './diff-groups.ts';
import { PromptDiff } from './prompt-diff.tsx';
import { UnchangedSlices } from './unchanged-slices.tsx';

type Props = {
  id: string;
  /** Positions of the two snapshots. */
  from: number;
  to: number;
  onOpen: (side: 'from' | 'to', pointer: string) => void;
};

/** Where two snapshots differ, by slice; slices that are the same are folded to a line. N goes to the next change. */
export const DiffView = ({ id, from, to, onOpen }: Props) => {
  const diff = useQuery({ ...snapshotQueries.diff(id, { from, to }), staleTime: Infinity, placeholderData: keepPreviousData });
  const body = useRef<HTMLDivElement>(null);
  const [current, setCurrent] = useState<{ of: string; at: number }>({ of: '', at: -1 });
  const groups = useMemo(() => toDiffGroups(diff.data?.changes ?? []), [diff.data]);
  const total = diff.data?.changes.length ?? 0;
  const pair = `${from} ${to}`;
  const at = current.of === pair ? current.at : -1;
  const go = (by: 1 | -1) => {
    if (total === 0) return;
    const next = at < 0 ? (by === 1 ? 0 : total - 1) : (at + by + total) % total;
    setCurrent({ of: pair, at: next });
    body.current?.querySelector(`[data-change="${next}"]`)?.scrollIntoView({ block: 'center' });
  };
  useHotkeys({ n: () => go(1), N: () => go(-1) });
  if (diff.error && !diff.data)
    return <ErrorPane title="The snapshots could not be compared" error={diff.error} retry={() => void diff.refetch()} />;
  if (!diff.data) return <div className="flex-1" aria-busy="true" />;
  const { isCut, unchangedSlices } = diff.data;
  const place = at < 0 ? printCounted(total, 'change') : `change ${printCount(at + 1)} of ${printCount(total)}`;
  return (
    <section aria-label="Changes" className="flex min-h-0 flex-1 flex-col">
      <p className="flex min-h-8 shrink-0 items-center gap-2 border-b border-line bg-panel px-3 text-table text-text2">
        <span role="status">{total === 0 ? 'The two snapshots are the same.' : isCut ? `the first ${place}, there are more` : place}</span>
        {total === 0 ? null : (
          <span className="-mr-1.5 ml-auto flex">
            <IconButton icon={ChevronUp} name="Previous change" keys="⇧N" onClick={() => go(-1)} />
            <IconButton icon={ChevronDown} name="Next change" keys="N" onClick={() => go(1)} />
          </span>
        )}
      </p>
      <div
        ref={body}
        tabIndex={0}
        role="group"
        aria-label="Changes by slice"
        className="row-focus flex min-h-0 flex-1 flex-col gap-3 overflow-y-auto p-3"
      >
        <PromptDiff key={pair} id={id} from={from} to={to} prompt={diff.data.prompt} />
        {groups.map((group) => (
          <DiffSection key={group.sliceType ?? ''} group={group}>
            {group.changes.map(({ change, number }) => (
              <DiffChange
                key={`${pair} ${change.kind} ${change.path}`}
                {...{ id, from, to, change, number, onOpen }}
                isCurrent={number === at}
              />
            ))}
          </DiffSection>
        ))}
        <UnchangedSlices types={unchangedSlices} />
      </div>
    </section>
  );
};

'use client';
import { ChevronLeft, ChevronRight } from 'lucide-react';
import type { ReactNode } from 'react';
import { IconButton } from '@/components/ui/icon-button.tsx';
import { SegmentedControl } from '@/components/ui/segmented-control.tsx';
import type { TrajectorySnapshot } from '@/lib/domain/trajectory.ts';
import { printBytes } from '@/lib/print/bytes.ts';
import { printCounted } from '@/lib/print/number.ts';
import { printClockExact, printIso } from '@/lib/print/time.ts';
import { toVisibleText } from '@/lib/print/visible-text.ts';
import type { TrajectoryPlace } from './use-trajectory-place.ts';

type Props = {
  place: TrajectoryPlace;
  snapshots: readonly TrajectorySnapshot[];
  /** Changes of the shown snapshot from the one before it, or changes of the prompt between two compared snapshots. */
  changes: readonly string[];
  children: ReactNode;
};

const FromSelect = ({ place, count }: { place: TrajectoryPlace; count: number }) => (
  <select
    aria-label="Compared with snapshot"
    value={place.from ?? ''}
    onChange={(event) => place.put({ from: Number(event.target.value) })}
    className="h-7 rounded-control border border-line2 bg-panel px-1 text-table tabular-nums pointer-coarse:h-8"
  >
    {Array.from({ length: count }, (_, at) =>
      at === place.at ? null : (
        <option key={at} value={at}>
          {at + 1}
        </option>
      ),
    )}
  </select>
);

/** Which snapshot is shown, or which two are compared, and what changed there in words. */
export const SnapshotBar = ({ place, snapshots, changes, children }: Props) => {
  const snapshot = snapshots[place.at];
  const isCompared = place.from !== null;
  const text = toVisibleText(changes.join('; '));
  return (
    <div className="flex min-h-10 shrink-0 flex-wrap items-center gap-x-3 gap-y-1.5 border-b border-line bg-bg px-3 py-1.5">
      <h2 className="flex shrink-0 items-center gap-1.5 text-title">
        {isCompared ? (
          <>
            From <FromSelect place={place} count={snapshots.length} /> to {place.at + 1}
          </>
        ) : (
          `Snapshot ${place.at + 1}`
        )}
      </h2>
      <SegmentedControl
        name="View"
        value={isCompared ? 'changes' : 'state'}
        onChange={place.setView}
        segments={[
          { value: 'state', label: 'State' },
          { value: 'changes', label: 'Changes' },
        ]}
      />
      <span className="-mx-1.5 flex shrink-0">
        <IconButton icon={ChevronLeft} name="Previous snapshot" keys="[" onClick={() => place.move(-1)} />
        <IconButton icon={ChevronRight} name="Next snapshot" keys="]" onClick={() => place.move(1)} />
      </span>
      <p className="line-clamp-2 min-w-0 flex-1 basis-60 text-table text-text2" title={text}>
        {snapshot ? (
          <span className="text-text3" title={printIso(snapshot.createdAtMs)}>
            {printClockExact(snapshot.createdAtMs).slice(0, 8)}, {printBytes(snapshot.bytes)}
            {changes.length > 0 ? '. ' : ''}
          </span>
        ) : null}
        {text.slice(0, 1).toUpperCase() + text.slice(1)}
      </p>
      {place.missing === null ? null : (
        <p role="alert" className="basis-full text-table text-med">
          There is no snapshot {place.missing}: this trajectory has {printCounted(snapshots.length, 'snapshot')}. Snapshot {place.at + 1} is
          shown instead.
        </p>
      )}
      {children}
    </div>
  );
};

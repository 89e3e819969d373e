'use client';
import { useMemo, useRef } from 'react';
import { useHotkeys } from '@/components/hooks/use-hotkeys.ts';
import { useMedia } from '@/components/hooks/use-media.ts';
import { usePageTitle } from '@/components/hooks/use-page-title.ts';
import { PageFooter } from '@/components/shell/page-footer.tsx';
import { Notice } from '@/components/ui/notice.tsx';
import type { SnapshotSource, Trajectory, TrajectorySnapshot } from '@/lib/domain/trajectory.ts';
import { printBytes } from '@/lib/print/bytes.ts';
import { printCounted } from '@/lib/print/number.ts';
import { DiffView } from './diff/diff-view.tsx';
import { FlawBanner } from './flaw-banner.tsx';
import { SnapshotBar } from './snapshot-bar.tsx';
import { SnapshotStrip } from './strip/snapshot-strip.tsx';
import { listChanges, listPromptChanges, toStripRows } from './strip/strip-rows.ts';
import { TrajectoryHead } from './trajectory-head.tsx';
import { SnapshotTree } from './tree/snapshot-tree.tsx';
import { TreeBar } from './tree/tree-bar.tsx';
import { useSnapshotTree } from './tree/use-snapshot-tree.ts';
import { useTreeSearch } from './tree/use-tree-search.ts';
import { useFindField } from './use-find-field.ts';
import { useSplit } from './use-split.ts';
import { printTrajectoryTitle } from './trajectory-words.ts';
import { useTrajectoryPlace } from './use-trajectory-place.ts';

type Props = { trajectory: Trajectory; sources: readonly SnapshotSource[]; snapshots: readonly TrajectorySnapshot[] };

const [rowPx, touchRowPx] = [22, 32];

/** A trajectory from left to right, and below it one snapshot as a tree, or what differs between two. */
export const TrajectoryView = ({ trajectory, sources, snapshots }: Props) => {
  const { id } = trajectory;
  usePageTitle(printTrajectoryTitle(trajectory));
  const place = useTrajectoryPlace(snapshots.length);
  const split = useSplit();
  const list = useRef<HTMLDivElement>(null);
  const isTouch = useMedia('(pointer: coarse)', false);
  const height = isTouch ? touchRowPx : rowPx;
  const tree = useSnapshotTree({ id, position: place.at, path: place.path, onPath: (path) => place.put({ path }), rowPx: height });
  const search = useTreeSearch(id, place.at, place.from === null ? place.text : '', tree.reveal);
  const rows = useMemo(() => toStripRows(snapshots), [snapshots]);
  const isState = place.from === null;
  // The field belongs to the state: what is searched from the changes is found there.
  const { field, find } = useFindField(isState, () => place.setView('state'));
  const goToPromptChange = (by: 1 | -1) => {
    const changed = snapshots.filter(({ prompt }) => prompt.length > 0).map(({ position }) => position);
    const next = by === 1 ? changed.find((position) => position > place.at) : changed.findLast((position) => position < place.at);
    if (next !== undefined) place.put({ at: next, ...(!isState && { from: next - 1 }) });
  };
  const undoSplit = () => {
    if (split.done) split.join(split.done);
  };
  useHotkeys({
    u: undoSplit,
    ArrowLeft: (event) => (event.shiftKey ? place.extend(-1) : place.move(-1)),
    ArrowRight: (event) => (event.shiftKey ? place.extend(1) : place.move(1)),
    '[': () => place.move(-1),
    ']': () => place.move(1),
    d: () => place.setView(isState ? 'changes' : 'state'),
    e: () => goToPromptChange(1),
    E: () => goToPromptChange(-1),
    '/': find,
    ...(isState && {
      n: () => search.step(1),
      N: () => search.step(-1),
    }),
  });
  return (
    <div className="relative flex min-h-0 flex-1 flex-col max-lg:min-h-full max-lg:flex-none lg:h-full">
      <TrajectoryHead
        trajectory={trajectory}
        sources={sources}
        snapshots={snapshots}
        recordId={snapshots[place.at]?.recordId ?? null}
        onPick={(at) => place.put({ at, ...(!isState && { from: at - 1 }) })}
      />
      <FlawBanner trajectory={trajectory} split={split} />
      <SnapshotStrip
        snapshots={snapshots}
        rows={rows}
        at={place.at}
        from={place.from}
        onPick={(at, isOther, sliceType) => {
          place.put(isOther ? { at, from: place.at } : { at, from: null });
          if (!isOther && sliceType !== null) tree.showSlice(sliceType);
        }}
      />
      <SnapshotBar
        place={place}
        snapshots={snapshots}
        changes={
          place.from === null || place.from === place.at - 1
            ? listChanges(rows, place.at)
            : listPromptChanges(snapshots, place.from, place.at)
        }
      >
        {isState ? (
          <TreeBar text={place.text} search={search} field={field} onText={(q) => place.put({ q })} onLeave={() => list.current?.focus()} />
        ) : null}
      </SnapshotBar>
      {place.from === null ? (
        <SnapshotTree id={id} position={place.at} tree={tree} text={place.text} rowPx={height} list={list} />
      ) : (
        <DiffView
          id={id}
          from={place.from}
          to={place.at}
          onOpen={(side, path) => {
            place.put({ at: side === 'to' ? place.at : (place.from ?? place.at), from: null, path });
            tree.reveal(path);
          }}
        />
      )}
      <Notice
        text={split.done ? `Split into ${printCounted(split.done.parts, 'part')}.` : null}
        undo={split.done ? { run: undoSplit, keys: 'U' } : null}
        onDismiss={split.dismiss}
      />
      <PageFooter place="trajectory" facts={`${printCounted(snapshots.length, 'snapshot')}, ${printBytes(trajectory.bytes)} as written`} />
    </div>
  );
};

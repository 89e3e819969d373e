'use client';
import { useId, useMemo, type KeyboardEvent, type RefObject } from 'react';
import { useDelayed } from '@/components/hooks/use-delayed.ts';
import { FindContext } from '@/components/session/find-context.ts';
import { makeFindPattern } from '@/components/session/find-marks.ts';
import { RowSkeleton } from '@/components/session/rows/row-skeleton.tsx';
import { ErrorPane } from '@/components/ui/error-pane.tsx';
import { pressTreeKey } from './tree-keys.ts';
import { TreeLine } from './tree-line.tsx';
import type { SnapshotTreeState } from './use-snapshot-tree.ts';
import { ValuePanel } from './value-panel.tsx';

type Props = {
  id: string;
  position: number;
  tree: SnapshotTreeState;
  /** The text to find. */
  text: string;
  rowPx: number;
  list: RefObject<HTMLDivElement | null>;
};

/** All of a snapshot as a tree, and the selected value in full beside it, or where there is less room at the bottom of the window. */
export const SnapshotTree = ({ id, position, tree, text, rowPx, list }: Props) => {
  const base = useId();
  const late = useDelayed(tree.isWaiting);
  const marks = useMemo(() => ({ pattern: makeFindPattern(text), sought: null, hit: null, agent: null }), [text]);
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return;
    if (pressTreeKey(event.key, tree)) event.preventDefault();
  };
  const setRef = (element: HTMLDivElement | null) => {
    list.current = element;
    tree.setScroller(element);
  };
  if (tree.error && tree.isWaiting) return <ErrorPane title="The snapshot could not be loaded" error={tree.error} retry={tree.retry} />;
  return (
    <FindContext value={marks}>
      <div className="flex min-h-0 flex-1 max-lg:flex-col">
        <div
          ref={setRef}
          role="tree"
          tabIndex={0}
          aria-label={`Snapshot ${position + 1}`}
          aria-activedescendant={tree.selected < 0 ? undefined : `${base}${tree.selected}`}
          onKeyDown={onKeyDown}
          className="row-focus min-h-0 min-w-0 flex-1 overflow-auto bg-panel max-lg:shrink-0 max-lg:basis-[52dvh]"
        >
          {tree.isWaiting && late ? Array.from({ length: 8 }, (_, at) => <RowSkeleton key={at} />) : null}
          <div role="presentation" className="relative" style={{ height: tree.heightPx }}>
            {tree.items.map(({ index, start, key }) => {
              const row = tree.rows[index];
              return row ? (
                <TreeLine
                  key={key}
                  id={`${base}${index}`}
                  row={row}
                  top={start}
                  heightPx={rowPx}
                  isSelected={index === tree.selected}
                  onSelect={() => tree.select(index)}
                  onToggle={tree.toggle}
                />
              ) : null;
            })}
          </div>
        </div>
        {tree.node === null ? null : (
          <div className="min-h-0 shrink-0 border-line max-lg:sticky max-lg:bottom-0 max-lg:border-t lg:w-[420px] lg:border-l">
            <ValuePanel id={id} position={position} node={tree.node} onClose={tree.deselect} />
          </div>
        )}
      </div>
    </FindContext>
  );
};

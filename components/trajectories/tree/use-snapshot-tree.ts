'use client';
import { useVirtualizer } from '@tanstack/react-virtual';
import { useCallback, useMemo, useRef, useState } from 'react';
import { useKeepInView } from '@/components/session/use-keep-in-view.ts';
import { useStable } from '@/components/hooks/use-stable.ts';
import { findSlice, moveToSlices } from './slice-places.ts';
import { computeTreeRows, listAncestors, listMissing, rowsPerPage, slicesPointer, type TreePages } from './tree-rows.ts';
import { useMissing, useTreePages } from './use-tree-pages.ts';

type Input = { id: string; position: number; path: string; onPath: (path: string) => void; rowPx: number };

const overscan = 10;

/** A snapshot as virtual lines. Opened and selected values stay so from snapshot to snapshot, wherever their slice stands. */
export const useSnapshotTree = ({ id, position, path, onPath, rowPx }: Input) => {
  const [scroller, setScroller] = useState<HTMLDivElement | null>(null);
  const [open, setOpen] = useState<ReadonlySet<string>>(() => new Set([slicesPointer, ...listAncestors(path)]));
  /** Where one looked for or linked to, once it is there. */
  const [wanted, setWanted] = useState<string | null>(path);
  const [wantedSlice, setWantedSlice] = useState<string | null>(null);
  /** The last selection: finding a value takes time, and does not undo a selection made meanwhile. */
  const last = useRef(path);
  const select = (pointer: string) => {
    last.current = pointer;
    onPath(pointer);
  };
  const goTo = (pointer: string) => {
    setWanted(pointer);
    select(pointer);
  };
  const { pages, error, load, find, retry, ...held } = useTreePages(id, position, (before: TreePages, now: TreePages) => {
    const move = (pointer: string) => moveToSlices(pointer, before, now);
    const slice = wantedSlice === null ? null : findSlice(now, wantedSlice);
    setWantedSlice(null);
    setOpen((pointers) => new Set([...[...pointers].flatMap((pointer) => move(pointer) ?? []), ...(slice === null ? [] : [slice])]));
    if (slice !== null) goTo(slice);
    else if (path !== '') void reveal(move(path) ?? '');
  });
  const rows = useMemo(() => computeTreeRows(pages, open), [open, pages]);
  const selected = rows.findIndex(({ node }) => node?.pointer === path);
  const virtualizer = useVirtualizer({
    count: rows.length,
    getScrollElement: () => scroller,
    estimateSize: useCallback(() => rowPx, [rowPx]),
    overscan,
  });
  const items = virtualizer.getVirtualItems();
  const inView = items.flatMap(({ index }) => rows[index] ?? []);
  useMissing(held.position === position ? listMissing(inView) : [], load);
  useKeepInView(virtualizer, wanted === path ? selected : -1);

  /** Opens what is around a value, and loads the windows that lead to it. */
  const reveal = useStable(async (pointer: string) => {
    select(pointer);
    const found = await find(pointer);
    if (last.current !== pointer) return;
    const place = found?.node.pointer ?? pointer;
    if (place !== pointer) select(place);
    const ancestors = listAncestors(place);
    setOpen((before) => new Set([...before, ...ancestors]));
    const places = found?.places ?? [];
    await Promise.all(['', ...ancestors].map((parent, at) => load(parent, Math.floor((places[at] ?? 0) / rowsPerPage))));
    if (last.current === place) setWanted(place);
  });
  return {
    rows,
    items,
    selected,
    node: rows[selected]?.node ?? null,
    heightPx: virtualizer.getTotalSize(),
    /** Lines that fit into the view. */
    linesInView: Math.max(1, Math.floor((scroller?.clientHeight ?? rowPx) / rowPx)),
    setScroller,
    error,
    retry,
    isWaiting: held.position === null,
    toggle: (pointer: string, isOpen = !open.has(pointer)) => {
      const next = new Set(open);
      if (isOpen) next.add(pointer);
      else next.delete(pointer);
      setOpen(next);
    },
    select: (index: number) => {
      const node = rows[Math.max(0, Math.min(rows.length - 1, index))]?.node;
      if (node) goTo(node.pointer);
    },
    deselect: () => select(''),
    reveal: (pointer: string) => void reveal(pointer),
    /** Selects a slice of the snapshot that is being chosen, or of the shown one. */
    showSlice: (sliceType: string) => {
      const slice = findSlice(pages, sliceType);
      if (slice !== null) {
        setOpen((before) => new Set([...before, slice]));
        goTo(slice);
      }
      setWantedSlice(sliceType);
    },
  };
};

export type SnapshotTreeState = ReturnType<typeof useSnapshotTree>;

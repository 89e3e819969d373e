'use client';
import { useVirtualizer } from '@tanstack/react-virtual';
import { useCallback, useMemo, useState } from 'react';
import { useKeepInView } from '@/components/session/use-keep-in-view.ts';
import { useReport } from '@/components/hooks/use-report.ts';
import { useStable } from '@/components/hooks/use-stable.ts';
import { canOpen, computeTreeRows, listAncestors, listMissing, parentOf, rowsPerPage } from './tree-rows.ts';
import { useMissing, useTreePages } from './use-tree-pages.ts';

type Input = { id: string; position: number; path: string; onPath: (path: string) => void; rowPx: number };

const overscan = 10;
const slices = '/slices';

/** A snapshot as virtual lines. What is opened and selected stays so from snapshot to snapshot. */
export const useSnapshotTree = ({ id, position, path, onPath, rowPx }: Input) => {
  const [scroller, setScroller] = useState<HTMLDivElement | null>(null);
  const [open, setOpen] = useState<ReadonlySet<string>>(() => new Set([slices, ...listAncestors(path)]));
  /** Where one looked for or linked to, once it is there. */
  const [wanted, setWanted] = useState<string | null>(path);
  const { pages, isOther, error, load } = useTreePages(id, position);
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
  useMissing(isOther ? [{ parent: '', page: 0 }] : listMissing(inView, pages), load);
  useKeepInView(virtualizer, wanted === path ? selected : -1);

  const toggle = (pointer: string, isOpen = !open.has(pointer)) => {
    const next = new Set(open);
    if (isOpen) next.add(pointer);
    else next.delete(pointer);
    setOpen(next);
  };
  /** Opens what is around a value, and loads the windows that lead to it. */
  const reveal = useStable(async (pointer: string) => {
    onPath(pointer);
    const found = await load(pointer, 0);
    const ancestors = listAncestors(pointer);
    setOpen((before) => new Set([...before, ...ancestors]));
    const places = found?.places ?? [];
    await Promise.all(['', ...ancestors].map((parent, at) => load(parent, Math.floor((places[at] ?? 0) / rowsPerPage))));
    setWanted(pointer);
  });
  // A link may lead far into a list.
  useReport(position, () => void (path === '' ? undefined : reveal(path)));

  const select = (index: number) => {
    const node = rows[Math.max(0, Math.min(rows.length - 1, index))]?.node;
    if (!node) return;
    setWanted(node.pointer);
    onPath(node.pointer);
  };
  const move = (key: string): boolean => {
    const row = rows[selected];
    const page = Math.max(1, Math.floor((scroller?.clientHeight ?? rowPx) / rowPx) - 1);
    const steps: Partial<Record<string, () => void>> = {
      ArrowDown: () => select(selected + 1),
      ArrowUp: () => select(selected - 1),
      PageDown: () => select(selected + page),
      PageUp: () => select(selected - page),
      Home: () => select(0),
      End: () => select(rows.length - 1),
      Enter: () => row?.node && canOpen(row.node) && toggle(row.node.pointer),
      ArrowRight: () => {
        if (!row?.node || !canOpen(row.node)) return;
        if (row.isOpen) select(selected + 1);
        else toggle(row.node.pointer, true);
      },
      ArrowLeft: () => {
        if (row?.node && row.isOpen) toggle(row.node.pointer, false);
        else if (row && row.level > 1) select(rows.findIndex(({ node }) => node?.pointer === parentOf(path)));
      },
    };
    const step = steps[key];
    step?.();
    return step !== undefined;
  };
  return {
    rows,
    items,
    selected,
    node: rows[selected]?.node ?? null,
    heightPx: virtualizer.getTotalSize(),
    setScroller,
    error,
    retry: () => void load('', 0),
    isWaiting: rows.length === 0,
    toggle,
    select,
    move,
    reveal: (pointer: string) => void reveal(pointer),
  };
};

export type SnapshotTreeState = ReturnType<typeof useSnapshotTree>;

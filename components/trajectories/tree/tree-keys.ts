import { canOpen, parentOf } from './tree-rows.ts';
import type { SnapshotTreeState } from './use-snapshot-tree.ts';

/** Does what a key means in a tree; false for keys that mean nothing there. */
export const pressTreeKey = (key: string, { rows, selected, linesInView, toggle, select }: SnapshotTreeState): boolean => {
  const row = rows[selected];
  const node = row?.node ?? null;
  const open = node !== null && canOpen(node) ? node.pointer : null;
  const page = Math.max(1, linesInView - 1);
  const steps: Partial<Record<string, () => void>> = {
    ArrowDown: () => select(selected + 1),
    ArrowUp: () => select(selected - 1),
    PageDown: () => select(selected + page),
    PageUp: () => select(selected - page),
    Home: () => select(0),
    End: () => select(rows.length - 1),
    Enter: () => open !== null && toggle(open),
    ArrowRight: () => {
      if (open === null) return;
      if (row?.isOpen) select(selected + 1);
      else toggle(open, true);
    },
    ArrowLeft: () => {
      if (open !== null && row?.isOpen) toggle(open, false);
      else if (row && node && row.level > 1) select(rows.findIndex((one) => one.node?.pointer === parentOf(node.pointer)));
    },
  };
  const step = steps[key];
  step?.();
  return step !== undefined;
};

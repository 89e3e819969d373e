'use client';
import { Marked } from '@/components/session/marked.tsx';
import { Chevron } from '@/components/ui/chevron.tsx';
import { cx } from '@/components/ui/cx.ts';
import type { TreeNode } from '@/lib/domain/snapshot-tree.ts';
import { printBytes } from '@/lib/print/bytes.ts';
import { printCounted } from '@/lib/print/number.ts';
import { toVisibleText } from '@/lib/print/visible-text.ts';
import { toTypeName } from '@/lib/trajectories/type-name.ts';
import { canOpen, type TreeRow } from './tree-rows.ts';

type Props = {
  row: TreeRow;
  id: string;
  top: number;
  heightPx: number;
  isSelected: boolean;
  onSelect: () => void;
  onToggle: (pointer: string) => void;
};

const indentPx = 14;

/** `3 items`, `5 keys`; empty for a value without members. */
const printSize = ({ kind, children, sliceType }: TreeNode): string => {
  if (children === 0 || sliceType !== null) return '';
  return kind === 'list' ? printCounted(children, 'item') : printCounted(children, 'key');
};

const Value = ({ node }: { node: TreeNode }) => {
  const text = toVisibleText(node.preview).replaceAll('\n', '⏎');
  const quoted = node.kind === 'text' ? `"${text}${node.isCut ? '…' : ''}"` : text;
  return (
    <span className={cx('min-w-0 truncate', canOpen(node) ? 'text-text3' : 'text-text2')}>
      <Marked text={quoted} />
    </span>
  );
};

/** One value of the tree: its key, the value or what it begins with, its size. */
export const TreeLine = ({ row, id, top, heightPx, isSelected, onSelect, onToggle }: Props) => {
  const { node, level, index, siblings, isOpen } = row;
  const opens = node !== null && canOpen(node);
  return (
    <div
      id={id}
      role="treeitem"
      aria-level={level}
      aria-posinset={index + 1}
      aria-setsize={siblings}
      aria-selected={isSelected}
      aria-expanded={opens ? isOpen : undefined}
      aria-busy={node === null || undefined}
      onClick={onSelect}
      onDoubleClick={() => (opens ? onToggle(node.pointer) : undefined)}
      className={cx(
        'absolute inset-x-0 flex cursor-default items-center gap-1.5 pr-3 font-mono text-fact whitespace-nowrap',
        isSelected ? 'row-selected' : 'hover:bg-hover',
      )}
      style={{ top, height: heightPx, paddingLeft: 8 + (level - 1) * indentPx }}
    >
      {node === null ? (
        <span className="late ml-5 h-2 w-40 rounded-chip bg-line" />
      ) : (
        <>
          <span
            aria-hidden
            className={cx('flex h-full w-4 shrink-0 cursor-pointer items-center justify-center text-text3', !opens && 'invisible')}
            onClick={(event) => {
              event.stopPropagation();
              if (opens) onToggle(node.pointer);
            }}
          >
            <Chevron open={isOpen} />
          </span>
          <span className={cx('max-w-[60%] shrink-0 truncate', node.sliceType === null ? 'text-text' : 'text-text3')}>
            <Marked text={toVisibleText(node.key)} />
            {node.sliceType === null ? ':' : ''}
          </span>
          {node.sliceType === null ? null : (
            <span className="shrink-0 font-semibold text-text" title={toVisibleText(node.sliceType)}>
              {toVisibleText(toTypeName(node.sliceType))}
            </span>
          )}
          <Value node={node} />
          <span className="ml-auto flex shrink-0 gap-3 pl-3 font-sans text-text3">
            <span className="max-sm:hidden">{printSize(node)}</span>
            <span className="min-w-14 text-right">{printBytes(node.bytes)}</span>
          </span>
        </>
      )}
    </div>
  );
};

'use client';
import { useState } from 'react';
import type { TreeChange, TreeNode } from '@/lib/domain/snapshot-tree.ts';
import { CopyButton } from '@/components/ui/copy-button.tsx';
import { cx } from '@/components/ui/cx.ts';
import { printBytes } from '@/lib/print/bytes.ts';
import { toVisibleText } from '@/lib/print/visible-text.ts';
import { SideText, TextChange } from './changed-value.tsx';
import { changeSigns } from './change-signs.tsx';
import { isShort, useSide } from './use-side.ts';

type Props = {
  id: string;
  from: number;
  to: number;
  change: TreeChange;
  number: number;
  isCurrent: boolean;
  /** Opens a value in the tree of the second snapshot, or of the first where it went. */
  onOpen: (side: 'from' | 'to', pointer: string) => void;
};

const quote = (node: TreeNode, text: string): string =>
  node.kind === 'text' && !text.includes('\n') ? `"${text}${node.isCut ? '…' : ''}"` : text;

/** One place that differs: its path, and what stood and stands there. */
export const DiffChange = ({ id, from, to, change, number, isCurrent, onOpen }: Props) => {
  const [isWhole, setWhole] = useState(false);
  const { before, after, kind } = change;
  const one = useSide(id, from, before, isWhole);
  const other = useSide(id, to, after, isWhole);
  const shown = after ?? before;
  const areTexts = before?.kind === 'text' && after?.kind === 'text';
  const isLined = areTexts && (one.text.length > 120 || one.text.includes('\n') || other.text.length > 120 || other.text.includes('\n'));
  const canGrow = !isWhole && !(isShort(before) && isShort(after));
  const error = one.error ?? other.error;
  const path = change.path === '' ? '(all of it)' : toVisibleText(change.path);
  return (
    <li data-change={number} className={cx('group relative border-t border-line first:border-t-0', isCurrent && 'row-selected')}>
      <div className="flex min-h-6 items-center gap-2 pr-2 pl-3 text-fact">
        <span aria-hidden className={cx('w-3 shrink-0 text-center font-semibold', changeSigns[kind].color)}>
          {changeSigns[kind].sign}
        </span>
        <span className="sr-only">{kind}</span>
        <button
          type="button"
          title="Show it in the tree"
          className="row-focus min-w-0 truncate text-left font-mono text-text hover:text-accent hover:underline"
          onClick={() => onOpen(after ? 'to' : 'from', shown?.pointer ?? '')}
        >
          {path}
        </button>
        <span className="ml-auto flex shrink-0 items-center gap-1 text-text3">
          {canGrow ? (
            <button type="button" className="font-medium text-accent hover:underline" onClick={() => setWhole(true)}>
              show all
            </button>
          ) : null}
          <span className="min-w-14 text-right">{printBytes(shown?.bytes ?? null)}</span>
          <CopyButton text={shown?.pointer ?? ''} name="Copy path" small />
        </span>
      </div>
      <div className="pb-1 font-mono text-fact">
        {isLined ? (
          <TextChange before={one.text} after={other.text} />
        ) : (
          <>
            {before ? <SideText kind="removed" text={quote(before, one.text)} /> : null}
            {after ? <SideText kind="added" text={quote(after, other.text)} /> : null}
          </>
        )}
        {one.isLoading || other.isLoading ? <p className="px-3 font-sans text-text3">loading…</p> : null}
        {error ? (
          <p role="alert" className="px-3 font-sans text-high">
            All of it could not be loaded: {error.message}
          </p>
        ) : null}
      </div>
    </li>
  );
};

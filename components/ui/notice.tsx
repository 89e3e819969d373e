import { X } from 'lucide-react';
import type { ReactNode } from 'react';
import { Button } from './button.tsx';
import { cx } from './cx.ts';
import { IconButton } from './icon-button.tsx';
import { KeyHint } from './key-hint.tsx';

type Props = {
  /** The last action; null: nothing to report. */
  text: string | null;
  isProblem?: boolean | undefined;
  undo: { run: () => void; keys?: string } | null;
  onDismiss: () => void;
  children?: ReactNode;
};

/** The last action with its undo, at the foot of a positioned pane. */
export const Notice = ({ text, isProblem = false, undo, onDismiss, children }: Props) => (
  <div role="status" aria-label="Last action" className="pointer-events-none absolute inset-x-3 bottom-3 z-30 flex justify-center">
    {text === null ? null : (
      <div className="pointer-events-auto flex max-w-full items-center gap-3 rounded-card border border-line2 bg-panel py-1.5 pr-1.5 pl-3 text-table shadow-float">
        <span className={cx('line-clamp-2 min-w-0 break-words', isProblem && 'text-high')}>{text}</span>
        {undo ? (
          <Button size="small" onClick={undo.run}>
            Undo {undo.keys === undefined ? null : <KeyHint of={undo.keys} />}
          </Button>
        ) : null}
        {children}
        <IconButton icon={X} name="Dismiss" size="small" onClick={onDismiss} />
      </div>
    )}
  </div>
);

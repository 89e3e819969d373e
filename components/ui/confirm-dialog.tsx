'use client';
import type { ReactNode } from 'react';
import { Button } from './button.tsx';
import { Dialog } from './dialog.tsx';

type Props = {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  title: string;
  /** The verb of what happens. */
  verb: string;
  /** The action causes a permanent loss. */
  isDanger?: boolean;
  onConfirm: () => void;
  /** Consequences of the action, and those that cannot be undone. */
  children: ReactNode;
};

/** Asks before something is lost. */
export const ConfirmDialog = ({ open, onOpenChange, title, verb, isDanger = false, onConfirm, children }: Props) => (
  <Dialog open={open} onOpenChange={onOpenChange} title={title} width={440}>
    <div className="flex flex-col gap-4">
      <p className="text-read text-text2">{children}</p>
      <div className="flex justify-end gap-2">
        <Button onClick={() => onOpenChange(false)}>Cancel</Button>
        <Button
          look={isDanger ? 'danger' : 'primary'}
          onClick={() => {
            onConfirm();
            onOpenChange(false);
          }}
        >
          {verb}
        </Button>
      </div>
    </div>
  </Dialog>
);

'use client';
import { X } from 'lucide-react';
import { Dialog as Radix } from 'radix-ui';
import { useRef, type ReactNode } from 'react';
import { cx } from './cx.ts';
import { IconButton } from './icon-button.tsx';

type Props = {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  title: string;
  description?: string;
  children: ReactNode;
  width?: number;
  /** Its content changes height while it is open: it grows downward, so that nothing above moves. */
  grows?: boolean;
};

/** The first field if there is one, else the dialog itself: a close button in focus would open its tooltip. */
const focusFirstField = (event: Event) => {
  event.preventDefault();
  const content = event.currentTarget;
  if (content instanceof HTMLElement) (content.querySelector<HTMLElement>('input, textarea') ?? content).focus();
};

/** A dialog over the page: keeps focus, Esc closes, focus returns to what opened it. */
export const Dialog = ({ open, onOpenChange, title, description, children, width = 560, grows = false }: Props) => {
  const opener = useRef<Element | null>(null);
  // A key can open it as well as a button, so there is no trigger to return the focus to.
  const takeFocus = (event: Event) => {
    opener.current = document.activeElement;
    focusFirstField(event);
  };
  const returnFocus = (event: Event) => {
    event.preventDefault();
    if (opener.current instanceof HTMLElement) opener.current.focus();
  };
  return (
    <Radix.Root open={open} onOpenChange={onOpenChange}>
      <Radix.Portal>
        <Radix.Overlay className="fixed inset-0 z-40 bg-bg/70" />
        <Radix.Content
          {...(description === undefined ? { 'aria-describedby': undefined } : {})}
          onOpenAutoFocus={takeFocus}
          onCloseAutoFocus={returnFocus}
          style={{ width: `min(${width}px, calc(100vw - 24px))` }}
          className={cx(
            'fixed left-1/2 z-50 flex -translate-x-1/2 flex-col rounded-card border border-line bg-panel shadow-float focus:outline-none',
            grows ? 'top-[12dvh] max-h-[calc(88dvh-24px)]' : 'top-1/2 max-h-[calc(100dvh-48px)] -translate-y-1/2',
          )}
        >
          <header className="flex min-h-11 shrink-0 items-center gap-2 border-b border-line py-2 pr-2 pl-4">
            <div className="min-w-0 flex-1">
              <Radix.Title className="text-title">{title}</Radix.Title>
              {description === undefined ? null : <Radix.Description className="text-table text-text3">{description}</Radix.Description>}
            </div>
            <Radix.Close asChild>
              <IconButton icon={X} name="Close" keys="Esc" />
            </Radix.Close>
          </header>
          <div tabIndex={0} className="row-focus min-h-0 overflow-y-auto p-4">
            {children}
          </div>
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  );
};

'use client';
import { Tooltip as Radix } from 'radix-ui';
import type { ComponentProps, ReactNode } from 'react';
import { Kbd } from './kbd.tsx';

/** Whether a tooltip is shown, for one that something else than the pointer opens. */
export type TooltipState = Pick<ComponentProps<typeof Radix.Root>, 'open' | 'onOpenChange'>;

type Props = TooltipState & { text: ReactNode; keys?: string; children: ReactNode; side?: 'top' | 'bottom' | 'left' | 'right' };

/** Says in words what its child means, on hover and on focus. The child must be able to take a ref. */
export const Tooltip = ({ text, keys, children, side = 'bottom', ...state }: Props) => (
  <Radix.Root {...state}>
    <Radix.Trigger asChild>{children}</Radix.Trigger>
    <Radix.Portal>
      <Radix.Content
        side={side}
        sideOffset={6}
        collisionPadding={8}
        className="z-50 flex max-w-[360px] items-center gap-2 rounded-control border border-line bg-panel px-2 py-1 text-fact text-text shadow-float"
      >
        {text}
        {keys === undefined ? null : <Kbd>{keys}</Kbd>}
      </Radix.Content>
    </Radix.Portal>
  </Radix.Root>
);

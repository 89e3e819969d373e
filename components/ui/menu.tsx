'use client';
import { Check } from 'lucide-react';
import { DropdownMenu as Radix } from 'radix-ui';
import type { ReactNode } from 'react';
import { cx } from './cx.ts';
import { Icon } from './icon.tsx';

const row =
  'flex h-7 w-full items-center gap-2 rounded-chip px-2 text-table text-text outline-none select-none data-[highlighted]:bg-hover pointer-coarse:h-9';

/** A menu that opens under its trigger. The trigger must be able to take a ref. */
export const Menu = ({ trigger, children, align = 'start' }: { trigger: ReactNode; children: ReactNode; align?: 'start' | 'end' }) => (
  <Radix.Root modal={false}>
    <Radix.Trigger asChild>{trigger}</Radix.Trigger>
    <Radix.Portal>
      <Radix.Content
        align={align}
        sideOffset={4}
        collisionPadding={8}
        className="z-40 max-h-[min(420px,var(--radix-dropdown-menu-content-available-height))] min-w-[180px] overflow-y-auto rounded-card border border-line bg-panel p-1 shadow-float"
      >
        {children}
      </Radix.Content>
    </Radix.Portal>
  </Radix.Root>
);

/** A menu item with a check mark; `count` is at the right. */
export const MenuChoice = ({
  checked,
  count,
  onSelect,
  children,
}: {
  checked: boolean;
  count?: string;
  onSelect: () => void;
  children: ReactNode;
}) => (
  <Radix.CheckboxItem className={cx(row, checked && 'text-accent')} checked={checked} onSelect={onSelect}>
    <span className="w-3.5 shrink-0">{checked ? <Icon of={Check} /> : null}</span>
    <span className="min-w-0 flex-1 truncate">{children}</span>
    {count === undefined ? null : <span className="text-fact text-text3">{count}</span>}
  </Radix.CheckboxItem>
);

/** A menu item that does something. */
export const MenuItem = ({ onSelect, children }: { onSelect: () => void; children: ReactNode }) => (
  <Radix.Item className={row} onSelect={onSelect}>
    {children}
  </Radix.Item>
);

export const MenuSeparator = () => <Radix.Separator className="my-1 h-px bg-line" />;

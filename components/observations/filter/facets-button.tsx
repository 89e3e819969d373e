'use client';
import { ListFilter as FilterIcon } from 'lucide-react';
import { Popover } from 'radix-ui';
import { useState, type ReactNode } from 'react';
import { useMedia } from '@/components/hooks/use-media.ts';
import { Button } from '@/components/ui/button.tsx';
import { Dialog } from '@/components/ui/dialog.tsx';
import { Icon } from '@/components/ui/icon.tsx';

/** The filters where there is no pane for them: under a button, on a phone in a dialog. */
export const FacetsButton = ({ name, children }: { name: string; children: ReactNode }) => {
  const [open, setOpen] = useState(false);
  const isPhone = !useMedia('(min-width: 640px)', true);
  const button = (
    <Button onClick={isPhone ? () => setOpen(true) : undefined} className="xl:hidden">
      <Icon of={FilterIcon} />
      Filter
    </Button>
  );
  if (isPhone) {
    return (
      <>
        {button}
        <Dialog open={open} onOpenChange={setOpen} title={name}>
          {children}
        </Dialog>
      </>
    );
  }
  return (
    <Popover.Root>
      <Popover.Trigger asChild>{button}</Popover.Trigger>
      <Popover.Portal>
        <Popover.Content
          aria-label={name}
          align="end"
          sideOffset={4}
          collisionPadding={8}
          className="z-40 max-h-[var(--radix-popover-content-available-height)] w-[260px] overflow-y-auto rounded-card border border-line bg-panel shadow-float"
        >
          {children}
        </Popover.Content>
      </Popover.Portal>
    </Popover.Root>
  );
};

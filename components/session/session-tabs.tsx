'use client';
import { Tabs } from 'radix-ui';
import type { ReactNode } from 'react';
import { printCount } from '@/lib/print/number.ts';
import type { Sheet } from './position.ts';

type Props = {
  open: Sheet;
  onOpen: (open: Sheet) => void;
  turnCount: number | null;
  outline: ReactNode;
  transcript: ReactNode;
  inspector: ReactNode;
};

const tab =
  'row-focus flex h-10 flex-1 items-center justify-center gap-2 border-b-2 border-transparent text-read text-text2 data-[state=active]:border-accent data-[state=active]:font-semibold data-[state=active]:text-text';

/** The panes of a small screen, one at a time; the transcript keeps its place while another is shown. */
export const SessionTabs = ({ open, onOpen, turnCount, outline, transcript, inspector }: Props) => (
  <Tabs.Root
    value={open ?? 'transcript'}
    onValueChange={(value) => onOpen(value === 'turns' || value === 'record' ? value : null)}
    className="flex min-h-0 flex-1 flex-col"
  >
    <Tabs.List aria-label="Parts of the session" className="flex shrink-0 border-b border-line bg-panel">
      <Tabs.Trigger value="turns" className={tab}>
        Turns{' '}
        {turnCount === null ? null : <span className="rounded-chip bg-sunken px-1.5 text-fact text-text2">{printCount(turnCount)}</span>}
      </Tabs.Trigger>
      <Tabs.Trigger value="transcript" className={tab}>
        Transcript
      </Tabs.Trigger>
      <Tabs.Trigger value="record" className={tab}>
        Record
      </Tabs.Trigger>
    </Tabs.List>
    <Tabs.Content value="turns" className="min-h-0 flex-1">
      {outline}
    </Tabs.Content>
    <Tabs.Content value="transcript" forceMount className="min-h-0 flex-1 data-[state=inactive]:hidden">
      {transcript}
    </Tabs.Content>
    <Tabs.Content value="record" className="min-h-0 flex-1">
      {inspector}
    </Tabs.Content>
  </Tabs.Root>
);

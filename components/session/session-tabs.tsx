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
  /** Null: there are none. */
  findings: ReactNode;
  findingCount: number;
};

const isSheet = (value: string): value is NonNullable<Sheet> => value === 'turns' || value === 'record' || value === 'findings';

const Count = ({ of }: { of: number }) => <span className="rounded-chip bg-sunken px-1.5 text-fact text-text2">{printCount(of)}</span>;

const tab =
  'row-focus flex h-10 flex-auto items-center justify-center gap-1.5 border-b-2 border-transparent text-read text-text2 data-[state=active]:border-accent data-[state=active]:font-semibold data-[state=active]:text-text';

/** The panes of a small screen, one at a time; the transcript keeps its place while another is shown. */
export const SessionTabs = ({ open, onOpen, turnCount, outline, transcript, inspector, findings, findingCount }: Props) => (
  <Tabs.Root
    value={open === 'findings' && findingCount === 0 ? 'transcript' : (open ?? 'transcript')}
    onValueChange={(value) => onOpen(isSheet(value) ? value : null)}
    className="flex min-h-0 flex-1 flex-col"
  >
    <Tabs.List aria-label="Session views" className="flex shrink-0 border-b border-line bg-panel">
      <Tabs.Trigger value="turns" className={tab}>
        Turns {turnCount === null ? null : <Count of={turnCount} />}
      </Tabs.Trigger>
      <Tabs.Trigger value="transcript" className={tab}>
        Transcript
      </Tabs.Trigger>
      <Tabs.Trigger value="record" className={tab}>
        Record
      </Tabs.Trigger>
      {findingCount > 0 ? (
        <Tabs.Trigger value="findings" className={tab}>
          Findings <Count of={findingCount} />
        </Tabs.Trigger>
      ) : null}
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
    <Tabs.Content value="findings" className="min-h-0 flex-1">
      {findings}
    </Tabs.Content>
  </Tabs.Root>
);

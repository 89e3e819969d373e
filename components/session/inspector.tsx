'use client';
import { Tabs } from 'radix-ui';
import type { ReactNode } from 'react';
import { useTakeFocus, type FocusRequest } from '@/components/hooks/use-take-focus.ts';
import type { InspectorTab } from './position.ts';

type Props = {
  tab: InspectorTab;
  onTab: (tab: InspectorTab) => void;
  /** Call of the latest assessment at the playhead; null: none. */
  assessedAt: number | null;
  /** The finding selected with F; null: none. */
  finding: ReactNode;
  record: ReactNode;
  assessment: ReactNode;
  wish: FocusRequest | null;
  onTaken: () => void;
};

const trigger =
  'row-focus flex h-full items-center gap-1.5 border-b-2 border-transparent px-1 text-text2 hover:text-text data-[state=active]:border-accent data-[state=active]:font-semibold data-[state=active]:text-text';

/** The inspector: the selected record, and the assessments as of the playhead. */
export const Inspector = ({ tab, onTab, assessedAt, finding, record, assessment, wish, onTaken }: Props) => {
  const head = useTakeFocus<HTMLButtonElement>('record', wish, onTaken);
  return (
    <aside aria-label="Record" data-pane="record" className="flex h-full min-h-0 flex-col bg-panel">
      <h2 className="sr-only">{tab === 'record' ? 'Record' : 'Assessment'}</h2>
      <Tabs.Root
        value={tab}
        onValueChange={(value) => onTab(value === 'assessment' ? 'assessment' : 'record')}
        className="flex min-h-0 flex-1 flex-col"
      >
        <Tabs.List
          aria-label="Selection details"
          className="flex h-8 shrink-0 items-stretch gap-4 border-b border-line px-2 text-table max-sm:h-10"
        >
          <Tabs.Trigger value="record" ref={tab === 'record' ? head : undefined} className={trigger}>
            Record
          </Tabs.Trigger>
          <Tabs.Trigger value="assessment" ref={tab === 'assessment' ? head : undefined} className={trigger}>
            Assessment
            {assessedAt === null ? null : (
              <span className="rounded-chip bg-sunken px-1 font-mono text-fact font-normal text-text2">#{assessedAt}</span>
            )}
          </Tabs.Trigger>
        </Tabs.List>
        {finding}
        <Tabs.Content value="record" tabIndex={-1} className="min-h-0 flex-1 overflow-y-auto">
          {record}
        </Tabs.Content>
        <Tabs.Content value="assessment" tabIndex={-1} className="min-h-0 flex-1 overflow-y-auto">
          {assessment}
        </Tabs.Content>
      </Tabs.Root>
    </aside>
  );
};

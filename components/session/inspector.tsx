'use client';
import { Tabs } from 'radix-ui';
import type { ReactNode } from 'react';
import { useTakeFocus, type FocusRequest } from '@/components/hooks/use-take-focus.ts';
import { inspectorTabs, type InspectorTab } from './position.ts';

type Props = {
  tab: InspectorTab;
  onTab: (tab: InspectorTab) => void;
  /** Shown beside the name of a tab. */
  about: Partial<Record<InspectorTab, string | undefined>>;
  /** The finding selected with F; null: none. */
  finding: ReactNode;
  wish: FocusRequest | null;
  onTaken: () => void;
} & Record<InspectorTab, ReactNode>;

const trigger =
  'row-focus flex h-full items-center gap-1.5 border-b-2 border-transparent px-1 text-text2 hover:text-text data-[state=active]:border-accent data-[state=active]:font-semibold data-[state=active]:text-text';

const labels: Record<InspectorTab, string> = { record: 'Record', assessment: 'Assessment', observations: 'Observations' };

/** The inspector: the selected record, the assessments as of the playhead, and the observations of the session. */
export const Inspector = ({ tab, onTab, about, finding, wish, onTaken, ...contents }: Props) => {
  const head = useTakeFocus<HTMLButtonElement>('record', wish, onTaken);
  return (
    <aside aria-label="Record" data-pane="record" className="flex h-full min-h-0 flex-col bg-panel">
      <h2 className="sr-only">{labels[tab]}</h2>
      <Tabs.Root
        value={tab}
        onValueChange={(value) => onTab(inspectorTabs.find((one) => one === value) ?? 'record')}
        className="flex min-h-0 flex-1 flex-col"
      >
        <Tabs.List
          aria-label="Selection details"
          className="flex h-8 shrink-0 items-stretch gap-4 border-b border-line px-2 text-table max-sm:h-10"
        >
          {inspectorTabs.map((one) => (
            <Tabs.Trigger key={one} value={one} ref={tab === one ? head : undefined} className={trigger}>
              {labels[one]}
              {about[one] === undefined ? null : (
                <span className="rounded-chip bg-sunken px-1 font-mono text-fact font-normal text-text2">{about[one]}</span>
              )}
            </Tabs.Trigger>
          ))}
        </Tabs.List>
        {finding}
        {inspectorTabs.map((one) => (
          <Tabs.Content key={one} value={one} tabIndex={-1} className="min-h-0 flex-1 overflow-y-auto">
            {contents[one]}
          </Tabs.Content>
        ))}
      </Tabs.Root>
    </aside>
  );
};

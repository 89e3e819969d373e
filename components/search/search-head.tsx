'use client';
import { Bookmark, Layers, Rows3 } from 'lucide-react';
import type { ReactNode } from 'react';
import { Button } from '@/components/ui/button.tsx';
import { FacetsButton } from '@/components/observations/filter/facets-button.tsx';
import { Icon } from '@/components/ui/icon.tsx';
import { SegmentedControl } from '@/components/ui/segmented-control.tsx';
import { QueryField } from './query-field.tsx';
import type { SearchPage } from './use-search-page.ts';

type Props = {
  page: SearchPage;
  /** ID of the line with a problem in words. */ aboutId: string;
  /** Null: nothing to narrow. */ facets: ReactNode;
};

/** Title, query, grouping, and what can be done with the query. */
export const SearchHead = ({
  page: { url, text, problems, completion, field, clear, enter, saveRefusal, openSave },
  aboutId,
  facets,
}: Props) => (
  <div className="flex min-h-11 shrink-0 flex-wrap items-center gap-2 border-b border-line bg-panel px-3 py-1.5">
    <h1 className="pr-1 text-title max-sm:mr-auto">Search</h1>
    <QueryField text={text} problems={problems} field={field} aboutId={aboutId} completion={completion} onClear={clear} onEnter={enter} />
    <SegmentedControl
      name="Rows"
      value={url.group}
      segments={[
        { value: 'sessions', label: 'Grouped by session', mark: <Icon of={Layers} />, isIcon: true },
        { value: 'none', label: 'Best match first', mark: <Icon of={Rows3} />, isIcon: true },
      ]}
      onChange={url.setGroup}
    />
    <Button refused={saveRefusal} onClick={openSave}>
      <Icon of={Bookmark} />
      Save
    </Button>
    {facets === null ? null : <FacetsButton name="Filter matches">{facets}</FacetsButton>}
  </div>
);

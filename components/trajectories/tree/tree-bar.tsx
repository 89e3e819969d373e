'use client';
import { ChevronDown, ChevronUp } from 'lucide-react';
import { useState, type KeyboardEvent, type RefObject } from 'react';
import { useReport } from '@/components/hooks/use-report.ts';
import { useSettled } from '@/components/hooks/use-settled.ts';
import { FilterField } from '@/components/ui/filter-field.tsx';
import { IconButton } from '@/components/ui/icon-button.tsx';
import { printMatchPlace } from '@/lib/print/match-place.ts';
import type { TreeSearch } from './use-tree-search.ts';

type Props = {
  text: string;
  search: TreeSearch;
  field: RefObject<HTMLInputElement | null>;
  onText: (text: string) => void;
  /** Back to the tree. */
  onLeave: () => void;
};

/** Finds text in keys and values: Enter for the next place, ⇧Enter for the one before. */
export const TreeBar = ({ text, search, field, onText, onLeave }: Props) => {
  const [typed, setTyped] = useState(text);
  useSettled(typed, 150, onText);
  // Another snapshot may come with another text, by a link.
  useReport(text, setTyped);
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing || (event.key !== 'Enter' && event.key !== 'Escape')) return;
    event.preventDefault();
    if (event.key === 'Escape') {
      setTyped('');
      onText('');
      onLeave();
    } else {
      if (typed !== text) onText(typed);
      search.step(event.shiftKey ? -1 : 1, typed);
    }
  };
  const none = search.hits.length === 0;
  return (
    <div role="search" aria-label="Find in this snapshot" className="flex min-w-0 items-center justify-end gap-2 max-sm:w-full">
      <span role="status" className={`min-w-0 truncate text-table empty:hidden ${search.error ? 'text-high' : 'text-text2'}`}>
        {search.error ? `The search failed: ${search.error.message}` : printMatchPlace({ ...search, steppable: search.hits.length }, text)}
      </span>
      {text === '' ? null : (
        <span className="flex shrink-0">
          <IconButton icon={ChevronUp} name="Previous" keys="⇧N" disabled={none} onClick={() => search.step(-1)} />
          <IconButton icon={ChevronDown} name="Next" keys="N" disabled={none} onClick={() => search.step(1)} />
        </span>
      )}
      <FilterField
        name="Find keys and values"
        keys="/"
        value={typed}
        onChange={setTyped}
        onKeyDown={onKeyDown}
        maxLength={500}
        ref={field}
        className="w-[240px] min-w-0 shrink max-sm:order-first max-sm:flex-1"
      />
    </div>
  );
};

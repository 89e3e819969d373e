'use client';
import { useRouter } from 'next/navigation';
import { useState } from 'react';
import { useModKey } from '@/components/hooks/use-mod-key.ts';
import { FilterField } from '@/components/ui/filter-field.tsx';

const boxId = 'search-box';

/** Focuses the search box. False: this page or width does not show it. */
export const focusSearchBox = (): boolean => {
  const box = document.getElementById(boxId);
  if (box === null || !box.checkVisibility()) return false;
  box.focus();
  return true;
};

/** Starts a search from any page: Enter opens its results. */
export const SearchBox = () => {
  const router = useRouter();
  const mod = useModKey();
  const [text, setText] = useState('');
  return (
    <FilterField
      id={boxId}
      name="Search records"
      keys={`${mod} K`}
      value={text}
      onChange={setText}
      onKeyDown={(event) => {
        if (event.key === 'Escape') event.currentTarget.blur();
        if (event.key !== 'Enter' || event.nativeEvent.isComposing || text.trim() === '') return;
        // The results take the focus.
        router.push(`/search?q=${encodeURIComponent(text.trim())}#results`);
        setText('');
      }}
      className="w-48 min-w-20 shrink max-lg:hidden xl:w-56 max-bar:[&_kbd]:hidden"
    />
  );
};

'use client';
import { useEffect, useRef, useState } from 'react';
import { useHotkeys } from '@/components/hooks/use-hotkeys.ts';
import { openLastWord } from './edit-query.ts';
import { useCompletion } from './use-completion.ts';
import { useHitFocus } from './use-hit-focus.ts';
import { useSavedSearches } from './use-saved-searches.ts';
import { useSearch } from './use-search.ts';
import { useSearchState } from './use-search-state.ts';

/** Query, answers, saved searches, focus and keys of the search page. */
export const useSearchPage = () => {
  const field = useRef<HTMLInputElement>(null);
  const url = useSearchState();
  const search = useSearch(url);
  const saved = useSavedSearches();
  const [isSaving, setSaving] = useState(false);
  const { list, move, focusFirst, stay, noteOpened } = useHitFocus(search);
  const q = url.q.trim();
  const saveRefusal = q === '' ? 'Enter a query first' : search.problems.length > 0 ? 'Correct the query first' : null;
  const [typed, setTyped] = useState({ text: '', q: '' });
  // The address has the query that is asked, and the field what was typed for it.
  const text = typed.q === url.q ? typed.text : url.q;
  const completion = useCompletion(text, field, (next, caret) => {
    const asked = { text: next, q: openLastWord(next, caret) };
    stay();
    setTyped(asked);
    url.type(asked.q);
  });
  const focusField = () => field.current?.select();
  useHotkeys({
    j: () => move(1),
    k: () => move(-1),
    s: () => setSaving(saveRefusal === null),
    u: () => saved.undo?.(),
    '/': focusField,
    'Mod+k': focusField,
  });
  useEffect(() => {
    // Without a query there is nothing to do but type one; on touch that would open the keyboard over the examples.
    if (!new URLSearchParams(location.search).get('q') && !matchMedia('(pointer: coarse)').matches) field.current?.focus();
  }, []);
  return {
    url,
    text,
    search,
    completion,
    // While it is being completed, it is not wrong yet.
    problems: completion.options.length > 0 ? [] : search.problems,
    saved,
    field,
    list,
    noteOpened,
    enter: () => {
      url.settle();
      focusFirst();
    },
    clear: () => {
      stay();
      url.open('');
    },
    saveRefusal,
    isSaving,
    openSave: () => setSaving(true),
    setSaving,
    save: (name: string) => {
      saved.save(name, q);
      setSaving(false);
    },
  };
};

export type SearchPage = ReturnType<typeof useSearchPage>;

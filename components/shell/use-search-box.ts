'use client';
import { useQuery } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { useDelayed } from '@/components/hooks/use-delayed.ts';
import { useGo } from '@/components/hooks/use-go.ts';
import { openLastWord, readQuery, toSearchHref } from '@/components/search/edit-query.ts';
import { listMatchKeys } from '@/components/search/hit-keys.ts';
import { useCompletion } from '@/components/search/use-completion.ts';
import { useAsked } from '@/components/search/use-search.ts';
import { searchQueries } from '@/lib/client/queries/search-queries.ts';
import { printCounted } from '@/lib/print/number.ts';
import { toVisibleText } from '@/lib/print/visible-text.ts';

/** `q`: what is asked for the text. */
const nothing = { text: '', q: '' };

/** Query, completions and best matches of the search box. Nothing is asked while the focus is elsewhere. */
export const useSearchBox = () => {
  const go = useGo();
  const field = useRef<HTMLInputElement>(null);
  const [{ text, q }, setQuery] = useState(nothing);
  const [isSent, setSent] = useState(false);
  const [hasFocus, setFocus] = useState(false);
  const { asked, problems: settled } = useAsked(hasFocus ? q : '');
  const found = useQuery(searchQueries.best(asked));
  const problems = isSent && hasFocus ? readQuery(text).problems : settled;
  const answer = asked === '' || problems.length > 0 ? null : (found.data ?? null);
  // Until the answer is there, the list keeps the matches of the query before.
  const isAnswered = !found.isPending && !found.isPlaceholderData;
  const isLate = useDelayed(asked !== '' && !isAnswered);
  const change = (next: string, caret: number) => {
    setQuery({ text: next, q: openLastWord(next, caret) });
    setSent(false);
  };
  const clear = () => change('', 0);
  const completion = useCompletion(text, field, change, { links: answer ? listMatchKeys(answer) : [] });
  const isCompleting = completion.options.length > 0;

  /** The problem, or the number of matches. The list shows the matches themselves, so their number is for screen readers. */
  const describe = (): { text: string; look: 'problem' | 'plain' | 'spoken' } | null => {
    const [problem] = isCompleting ? [] : problems;
    if (problem) return { text: `${toVisibleText(text.slice(problem.start, problem.end))} – ${problem.message}`, look: 'problem' };
    if (asked === '') return null;
    if (found.error) return { text: `Search failed. ${found.error.message}`, look: 'problem' };
    if (answer === null || !isAnswered) return isLate ? { text: 'Searching…', look: 'plain' } : null;
    const count = answer.total === 0 ? 'No matches' : printCounted(answer.total, 'match', 'matches');
    return { text: [count, ...answer.notes].join('. '), look: answer.total === 0 ? 'plain' : 'spoken' };
  };

  return {
    field,
    text,
    completion,
    problems: isCompleting ? [] : problems,
    answer,
    message: describe(),
    setFocus,
    clear,
    /** A link of the list is opened: the keys are for the page that it leads to. */
    leave: () => {
      clear();
      field.current?.blur();
    },
    enter: () => {
      if (text.trim() === '') return;
      setSent(true);
      if (readQuery(text).problems.length > 0) return;
      // The results take the focus.
      go(`${toSearchHref(q.trim())}#results`);
      clear();
    },
  };
};

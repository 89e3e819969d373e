'use client';
import { useEffect, useState } from 'react';
import type { ListFilter, ListView } from './list-filter.ts';
import { isTermBegun, parseQuery, splitTyped } from './parse-query.ts';
import { useKnownNames } from './use-known-names.ts';
import { useStable } from '@/components/hooks/use-stable.ts';

const maxProblems = 2;

type Draft = { text: string; /** The part that is looked for as text. */ q: string; problem: string | null; isEnded: boolean };

/**
 * The field of the query: a term that is ended by a space, Enter or leaving the field becomes a part of the filter, all else is text. It joins what is chosen.
 * `q` is the filter's text; when it changes elsewhere, the field follows.
 */
export const useQueryField = (filter: ListFilter & { view: ListView }, onChange: (next: Partial<ListFilter>) => void) => {
  const { q, view } = filter;
  const [draft, setDraft] = useState<Draft>({ text: q, q, problem: null, isEnded: false });
  const [isUsed, setUsed] = useState(false);
  const known = useKnownNames(view, isUsed);
  const shown = draft.q === q ? draft : { text: q, q, problem: null, isEnded: false };
  const take = (typed: string, isEnded: boolean) => {
    const [ended, open] = isEnded ? [typed, ''] : splitTyped(typed);
    const { filter: said, text, left, problems } = parseQuery(ended, known, filter);
    const hasTerm = Object.keys(said).length > 0;
    const kept = hasTerm ? [left, open].filter((part) => part !== '').join(' ') : typed;
    const sought = (isTermBegun(open) ? text : [text, open].filter((part) => part !== '').join(' ')).trim();
    setDraft({
      text: isEnded ? kept.trim() : kept,
      q: sought,
      problem: problems.length > 0 ? problems.slice(0, maxProblems).join('. ') : null,
      isEnded,
    });
    if (hasTerm || sought !== q) onChange({ ...said, ...(sought !== q && { q: sought }) });
  };
  // A name may be typed before the known ones arrive.
  const readAgain = useStable(() => {
    if (shown.problem !== null) take(shown.text, shown.isEnded);
  });
  useEffect(readAgain, [known, readAgain]);
  return {
    text: shown.text,
    problem: shown.problem,
    use: () => setUsed(true),
    type: (typed: string) => take(typed, false),
    end: () => take(shown.text, true),
    clear: () => take('', true),
  };
};

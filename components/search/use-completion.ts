'use client';
import { useQuery } from '@tanstack/react-query';
import { useId, useState, type KeyboardEvent, type RefObject } from 'react';
import { flushSync } from 'react-dom';
import { listedFields, maxSavedQueryChars } from '@/lib/domain/search-names.ts';
import { searchQueries } from '@/lib/client/queries/search-queries.ts';
import { searchFields, type SearchField } from '@/lib/search/query.ts';
import { applyCompletion, findCompleting, listCompletions, type Completion } from './completion.ts';
import { typeOn } from './edit-query.ts';

type Field = RefObject<HTMLInputElement | null>;
/** `place`: of what is being completed, so that a choice ends with it. */
type Choice = { place: string; key: string };
type Options = {
  /** Conditions that are offered. */ fields?: readonly SearchField[];
  /** Keys of links that stand below the completions and are walked with them, in their order. */ links?: readonly string[];
};

export const toOptionId = (listId: string, index: number): string => `${listId}-${index}`;

/**
 * Completions of the query's text at the caret. The first completion of a value is chosen; that of a field name is not, because the name
 * may be a word: Enter is for the results then, and Tab takes the first one. Only arrows choose the links below.
 */
export const useCompletion = (
  text: string,
  field: Field,
  onChange: (text: string, caret: number) => void,
  { fields = searchFields, links = [] }: Options = {},
) => {
  const listId = useId();
  const [caret, setCaret] = useState<number | null>(null);
  const [closed, setClosed] = useState<string | null>(null);
  const [isAsked, setAsked] = useState(false);
  const [choice, setChoice] = useState<Choice | null>(null);
  const isListening = caret !== null && closed !== text;
  const completing = isListening ? findCompleting(text, caret, isAsked) : null;
  const fetched = listedFields.find((name) => name === completing?.field);
  const known = useQuery({
    ...searchQueries.values({ field: fetched ?? 'tool', contains: completing?.typed ?? '', q: text.slice(0, maxSavedQueryChars) }),
    enabled: fetched !== undefined,
  });
  const options = completing
    ? listCompletions(completing, known.data?.values ?? []).filter(
        ({ insert }) => completing.field !== null || fields.some((name) => insert === `${name}:`),
      )
    : [];
  // A value may be whatever a link's key is.
  const keys = isListening ? [...options.map(({ insert }) => `insert ${insert}`), ...links] : [];
  const isOpen = keys.length > 0;
  const place = completing ? `${completing.field ?? ''} ${completing.start} ${completing.typed}` : text;
  const chosen = choice?.place === place ? keys.indexOf(choice.key) : -1;
  const isFirst = options.length > 0 && (completing?.field != null || isAsked);
  const active = chosen < 0 && isFirst ? 0 : chosen;

  const accept = (option: Completion | undefined) => {
    if (!completing || !option) return;
    const next = applyCompletion(text, completing, option);
    flushSync(() => {
      setAsked(false);
      onChange(next.text, next.caret);
      setCaret(next.caret);
    });
    field.current?.setSelectionRange(next.caret, next.caret);
  };
  const move = (by: 1 | -1) => {
    const next = active < 0 && by < 0 ? keys.length - 1 : (active + by + keys.length) % keys.length;
    setChoice({ place, key: keys[next] ?? '' });
  };

  /** Whether the key was for the list. */
  const handleKey = (event: KeyboardEvent): boolean => {
    if (!isOpen && event.key === 'ArrowDown' && /(?:^|\s)$/u.test(text.slice(0, caret ?? 0))) {
      setClosed(null);
      setAsked(true);
    } else if (!isOpen) return false;
    else if (event.key === 'ArrowDown' || event.key === 'ArrowUp') move(event.key === 'ArrowDown' ? 1 : -1);
    else if (event.key === 'Escape') setClosed(text);
    else if (event.key === 'Tab' && !event.shiftKey && active < options.length && options.length > 0) accept(options[Math.max(0, active)]);
    else if (event.key === 'Enter' && active >= 0) document.getElementById(toOptionId(listId, active))?.click();
    else return false;
    event.preventDefault();
    return true;
  };

  return {
    listId,
    isOpen,
    options,
    active,
    accept,
    handleKey,
    /** The caret moved, by typing or by itself; null: the field was left. */
    follow: (next: number | null) => {
      setCaret(next);
      setClosed((before) => (before === text ? before : null));
      if (next === null) setAsked(false);
    },
    type: (value: string, caretOfValue: number) => {
      const next = typeOn(text, value);
      const at = caretOfValue - (value.length - next.length);
      setClosed(null);
      setAsked(false);
      setCaret(at);
      onChange(next, at);
    },
  };
};

export type QueryCompletion = ReturnType<typeof useCompletion>;

'use client';
import { Search, X } from 'lucide-react';
import { useRef, type ReactNode, type RefObject } from 'react';
import { cx } from '@/components/ui/cx.ts';
import { Icon } from '@/components/ui/icon.tsx';
import { KeyHint } from '@/components/ui/key-hint.tsx';
import type { QueryProblem } from '@/lib/search/query.ts';
import { CompletionList } from './completion-list.tsx';
import { QueryProblems } from './query-problems.tsx';
import { toOptionId, type QueryCompletion } from './use-completion.ts';

type Props = {
  name?: string;
  placeholder?: string;
  text: string;
  problems: readonly QueryProblem[];
  field: RefObject<HTMLInputElement | null>;
  /** ID of the line with the problem in words. */
  aboutId: string;
  completion: QueryCompletion;
  onClear: () => void;
  /** Called on Enter: to the results. */
  onEnter: () => void;
  /** The key that focuses it. */
  keys?: string;
  className?: string;
  /** The open list; the completions alone if it is not given. */
  children?: ReactNode;
};

/** The query: one line of text, with completions at the caret and problems underlined at their place. */
export const QueryField = ({
  name = 'Search records',
  placeholder = 'Words, “phrases”, or conditions like tool:bash',
  text,
  problems,
  field,
  aboutId,
  completion,
  onClear,
  onEnter,
  keys = '/',
  className = 'flex-1 basis-80 max-sm:order-1 max-sm:basis-full',
  children = <CompletionList completion={completion} />,
}: Props) => {
  const mirror = useRef<HTMLDivElement>(null);
  const { listId, isOpen, active, handleKey, follow, type } = completion;
  return (
    <div role="search" aria-label={name} className={cx('relative flex min-w-0', className)}>
      <div className="relative flex h-7 min-w-0 flex-1 items-center rounded-control border border-line2 bg-panel focus-within:outline-2 focus-within:outline-accent pointer-coarse:h-9">
        <Icon of={Search} className="pointer-events-none absolute left-2 text-text3" />
        <QueryProblems ref={mirror} text={text} problems={problems} />
        <input
          ref={field}
          type="text"
          role="combobox"
          aria-label={name}
          aria-autocomplete="list"
          aria-expanded={isOpen}
          aria-controls={isOpen ? listId : undefined}
          aria-activedescendant={isOpen && active >= 0 ? toOptionId(listId, active) : undefined}
          aria-invalid={problems.length > 0}
          aria-describedby={problems.length > 0 ? aboutId : undefined}
          placeholder={placeholder}
          value={text}
          autoComplete="off"
          autoCapitalize="off"
          spellCheck={false}
          onChange={({ target }) => type(target.value, target.selectionStart ?? target.value.length)}
          onSelect={({ currentTarget }) => follow(currentTarget.selectionStart)}
          onBlur={() => follow(null)}
          onScroll={({ currentTarget }) => {
            if (mirror.current) mirror.current.scrollLeft = currentTarget.scrollLeft;
          }}
          onKeyDown={(event) => {
            if (event.nativeEvent.isComposing || handleKey(event)) return;
            if (event.key === 'Enter') onEnter();
            if (event.key === 'Escape') event.currentTarget.blur();
          }}
          className="relative size-full min-w-0 bg-transparent px-7 font-mono text-table text-text placeholder:font-sans placeholder:text-text3 focus-visible:outline-none"
        />
        <span className="absolute right-1.5 flex has-[kbd]:pointer-events-none">
          {text === '' ? (
            <KeyHint of={keys} />
          ) : (
            <button
              type="button"
              aria-label="Clear query"
              className="flex items-center justify-center rounded-chip p-0.5 text-text3 hover:text-text pointer-coarse:size-8"
              onClick={() => {
                onClear();
                field.current?.focus();
              }}
            >
              <Icon of={X} size={12} />
            </button>
          )}
        </span>
      </div>
      {isOpen ? children : null}
    </div>
  );
};

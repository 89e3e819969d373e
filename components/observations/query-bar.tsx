'use client';
import { Search, X } from 'lucide-react';
import type { RefObject } from 'react';
import { Icon } from '@/components/ui/icon.tsx';
import { Kbd } from '@/components/ui/kbd.tsx';
import type { ListFilter } from './list-filter.ts';
import type { QueryChip } from './query-chips.ts';

type Props = {
  q: string;
  chips: readonly QueryChip[];
  /** How much matches. */
  summary: string;
  field: RefObject<HTMLInputElement | null>;
  onChange: (next: Partial<ListFilter>) => void;
};

/** The filter in one line: tokens that are taken away by a click, and free text. */
export const QueryBar = ({ q, chips, summary, field, onChange }: Props) => (
  <div
    role="search"
    aria-label="Filter observations"
    className="flex min-h-7 min-w-0 flex-1 basis-80 items-center max-sm:flex-wrap gap-1 rounded-control border border-line2 bg-panel px-2 py-0.5 focus-within:outline-2 focus-within:outline-accent"
  >
    <Icon of={Search} className="text-text3" />
    {chips.map(({ text, without }) => (
      <button
        key={text}
        type="button"
        aria-label={`Remove ${text}`}
        onClick={() => onChange(without)}
        className="group flex h-5 max-w-full min-w-0 items-center gap-1 rounded-chip bg-sunken px-1.5 font-mono text-fact text-text hover:bg-line pointer-coarse:h-8"
      >
        <span className="truncate">
          <span className="text-text3">{text.slice(0, text.indexOf(':') + 1)}</span>
          {text.slice(text.indexOf(':') + 1)}
        </span>
        <Icon of={X} size={10} className="text-text3 group-hover:text-text" />
      </button>
    ))}
    <input
      ref={field}
      type="text"
      aria-label="Text in observations"
      placeholder="Text"
      value={q}
      autoComplete="off"
      spellCheck={false}
      onChange={(event) => onChange({ q: event.target.value })}
      onKeyDown={(event) => {
        if (event.key === 'Escape') event.currentTarget.blur();
        const last = chips.at(-1);
        if (event.key === 'Backspace' && q === '' && last) onChange(last.without);
      }}
      className="h-5.5 min-w-14 flex-1 bg-transparent text-table text-text placeholder:text-text3 focus-visible:outline-none pointer-coarse:h-8"
    />
    {q === '' ? (
      <span className="pointer-coarse:hidden">
        <Kbd>/</Kbd>
      </span>
    ) : (
      <button
        type="button"
        aria-label="Clear the text"
        className="rounded-chip p-0.5 text-text3 hover:text-text"
        onClick={() => onChange({ q: '' })}
      >
        <Icon of={X} size={12} />
      </button>
    )}
    <span role="status" className="shrink-0 pl-1 text-fact whitespace-nowrap text-text3 max-sm:hidden">
      {summary}
    </span>
  </div>
);

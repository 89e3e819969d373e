'use client';
import { Search, X } from 'lucide-react';
import { useState, type RefObject } from 'react';
import { useElementWidth } from '@/components/hooks/use-element-width.ts';
import { useQueryField } from './use-query-field.ts';
import { cx } from '@/components/ui/cx.ts';
import { Icon } from '@/components/ui/icon.tsx';
import { KeyHint } from '@/components/ui/key-hint.tsx';
import { toVisibleText } from '@/lib/print/visible-text.ts';
import { fitChips, fitText, toSummaryPx } from './fit-chips.ts';
import type { ListFilter, ListView } from './list-filter.ts';
import type { QueryChip } from './query-chips.ts';
import { QueryToken } from './query-token.tsx';

type Props = {
  filter: ListFilter & { view: ListView };
  chips: readonly QueryChip[];
  /** How much matches, in full and in short. */
  summaries: readonly string[];
  field: RefObject<HTMLInputElement | null>;
  /** Called when Esc leaves the field. */
  onLeave: () => void;
  onChange: (next: Partial<ListFilter>) => void;
};

/** Pixels left for the text field and its surroundings in a bar of a given width. */
const toFieldPx = (barPx: number): number => (barPx >= 600 ? 190 : 180);
/** In a narrower bar everything takes lines of its own. */
const narrowPx = 430;

/** The filter in one line: tokens that are taken away by a click, and a field for more of them and for text. */
export const QueryBar = ({ filter, chips, summaries, field, onLeave, onChange }: Props) => {
  const [bar, widthPx] = useElementWidth();
  const [isOpen, setOpen] = useState(false);
  const typed = useQueryField(filter, onChange);
  const texts = chips.map(({ text }) => text);
  // Tokens that leave no room to say how many match are counted. The last form says it too briefly.
  const summaryPx = toSummaryPx(summaries.at(-2) ?? '');
  const fit = fitChips(texts, widthPx - toFieldPx(widthPx) - summaryPx);
  const isWhole = isOpen || widthPx < narrowPx;
  const shown = isWhole ? chips : chips.slice(0, fit.count);
  return (
    <div className="group/query relative flex min-w-0 flex-1 basis-80 max-sm:order-1 max-sm:basis-full lg:max-xl:order-1 lg:max-xl:basis-full">
      <div
        ref={bar}
        role="search"
        aria-label="Filter observations"
        className={cx(
          'flex min-h-7 min-w-0 flex-1 items-center gap-1 rounded-control border border-line2 bg-panel px-2 py-0.5 focus-within:outline-2 focus-within:outline-accent',
          isWhole && 'flex-wrap',
        )}
      >
        <Icon of={Search} className="text-text3" />
        {shown.map(({ text, without }) => (
          <QueryToken key={text} text={text} onRemove={() => onChange(without)} />
        ))}
        {fit.count < chips.length && widthPx >= narrowPx ? (
          <button
            type="button"
            aria-expanded={isOpen}
            title={isOpen ? undefined : texts.slice(fit.count).join(' ')}
            onClick={() => setOpen(!isOpen)}
            className="h-5 shrink-0 rounded-chip bg-sunken px-1.5 text-fact text-text2 hover:bg-line pointer-coarse:h-8"
          >
            {isOpen ? 'less' : `+${chips.length - fit.count}`}
            {isOpen ? null : <span className="sr-only"> more filters</span>}
          </button>
        ) : null}
        <input
          ref={field}
          type="text"
          aria-label="Search observations"
          placeholder="Text, or a term like seen:<7d"
          value={typed.text}
          autoComplete="off"
          spellCheck={false}
          onFocus={typed.use}
          onBlur={typed.end}
          onChange={(event) => typed.type(event.target.value)}
          onKeyDown={(event) => {
            if (event.key === 'Enter') typed.end();
            if (event.key === 'Escape') {
              event.currentTarget.blur();
              onLeave();
            }
            const last = chips.at(-1);
            if (event.key === 'Backspace' && typed.text === '' && last) onChange(last.without);
          }}
          className="h-5.5 min-w-30 flex-1 bg-transparent pl-0.5 text-table text-ellipsis text-text placeholder:text-text3 focus-visible:outline-none pointer-coarse:h-8"
        />
        {typed.text === '' ? (
          chips.length > 1 ? null : (
            <KeyHint of="/" />
          )
        ) : (
          <button type="button" aria-label="Clear text" className="rounded-chip p-0.5 text-text3 hover:text-text" onClick={typed.clear}>
            <Icon of={X} size={12} />
          </button>
        )}
        <span role="status" title={summaries[0]} className="shrink-0 pl-1 text-fact whitespace-nowrap text-text3 max-sm:hidden">
          {isWhole ? (summaries[0] ?? '') : fitText(summaries, fit.leftPx + summaryPx)}
        </span>
      </div>
      {typed.problem === null ? null : (
        <p
          role="status"
          aria-label="Query hint"
          className="absolute inset-x-0 top-full z-30 mt-1 hidden rounded-control border border-line bg-panel px-2 py-1 text-fact break-words text-text2 shadow-float group-focus-within/query:block"
        >
          {toVisibleText(typed.problem)}.
        </p>
      )}
    </div>
  );
};

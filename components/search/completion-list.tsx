'use client';
import { cx } from '@/components/ui/cx.ts';
import { printCount } from '@/lib/print/number.ts';
import { toVisibleText } from '@/lib/print/visible-text.ts';
import type { QueryCompletion } from './use-completion.ts';

export const toOptionId = (listId: string, index: number): string => `${listId}-${index}`;

/** What the text can be completed with, under the field. The field keeps the focus. */
export const CompletionList = ({ id, completion: { options, active, accept } }: { id: string; completion: QueryCompletion }) => (
  <ul
    id={id}
    role="listbox"
    aria-label="Completions"
    className="absolute top-full left-0 z-30 mt-1 max-h-[320px] w-[min(380px,100%)] overflow-y-auto rounded-card border border-line bg-panel p-1 shadow-float"
  >
    {options.map((option, index) => (
      <li
        key={option.insert}
        id={toOptionId(id, index)}
        role="option"
        aria-selected={index === active}
        ref={(row) => {
          if (index === active) row?.scrollIntoView({ block: 'nearest' });
        }}
        onMouseDown={(event) => event.preventDefault()}
        onClick={() => accept(option)}
        className={cx(
          'flex h-7 cursor-default items-center gap-3 rounded-chip px-2 text-table pointer-coarse:h-9',
          index === active ? 'bg-accentbg' : 'hover:bg-hover',
        )}
      >
        <span className={cx('truncate font-mono', option.about === '' ? 'min-w-0' : 'shrink-0')}>{toVisibleText(option.insert)}</span>
        <span className="min-w-0 truncate text-fact text-text3">{option.about}</span>
        {option.count === null ? null : (
          <span className="ml-auto shrink-0 text-right text-fact text-text3">{printCount(option.count)}</span>
        )}
      </li>
    ))}
  </ul>
);

'use client';
import type { ReactNode } from 'react';
import { cx } from '@/components/ui/cx.ts';
import { printCount } from '@/lib/print/number.ts';
import { toVisibleText } from '@/lib/print/visible-text.ts';
import { toOptionId, type QueryCompletion } from './use-completion.ts';

type Props = {
  completion: QueryCompletion;
  name?: string;
  className?: string;
  /** The links below, as options of the list. */ children?: ReactNode;
};

/** Completions of the text, under the field, and the links below them. The field keeps the focus. */
export const CompletionList = ({
  completion: { listId, options, active, accept },
  name = 'Completions',
  className = 'left-0 max-h-[320px] w-[min(380px,100%)]',
  children,
}: Props) => (
  <div
    id={listId}
    role="listbox"
    aria-label={name}
    className={cx('absolute top-full z-30 mt-1 overflow-y-auto rounded-card border border-line bg-panel shadow-float', className)}
    onMouseDown={(event) => event.preventDefault()}
  >
    {options.length === 0 ? null : (
      <div role={children ? 'group' : undefined} aria-label={children ? 'Completions' : undefined} className="p-1">
        {options.map((option, index) => (
          <div
            key={option.insert}
            id={toOptionId(listId, index)}
            role="option"
            aria-selected={index === active}
            ref={(row) => {
              if (index === active) row?.scrollIntoView({ block: 'nearest' });
            }}
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
          </div>
        ))}
      </div>
    )}
    {children}
  </div>
);

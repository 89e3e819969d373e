'use client';
import { useId } from 'react';
import { useModKey } from '@/components/hooks/use-mod-key.ts';
import { CompletionList } from '@/components/search/completion-list.tsx';
import { MatchOptions } from '@/components/search/match-options.tsx';
import { QueryField } from '@/components/search/query-field.tsx';
import { cx } from '@/components/ui/cx.ts';
import { useSearchBox } from './use-search-box.ts';

const boxId = 'search-box';

/** Focuses the search box. False: this page or width does not show it. */
export const focusSearchBox = (): boolean => {
  const box = document.getElementById(boxId);
  if (box === null || !box.checkVisibility()) return false;
  box.querySelector('input')?.focus();
  return true;
};

const floatClass = 'right-0 w-[min(600px,calc(100vw-24px))]';

/**
 * Searches from any page: the best matches while one types, and all of them on Enter. A query with a problem stays, and says what is
 * wrong.
 */
export const SearchBox = () => {
  const mod = useModKey();
  const aboutId = useId();
  const { field, text, completion, problems, answer, message, setFocus, clear, leave, enter } = useSearchBox();
  return (
    <div
      id={boxId}
      className="@container relative z-30 w-56 min-w-24 shrink max-lg:hidden xl:w-72"
      onFocus={() => setFocus(true)}
      onBlur={() => setFocus(false)}
    >
      <QueryField
        placeholder="Search records"
        text={text}
        problems={problems}
        field={field}
        aboutId={aboutId}
        completion={completion}
        onClear={clear}
        onEnter={enter}
        keys={`${mod} K`}
        className="@max-[11rem]:[&_kbd]:hidden"
      >
        <CompletionList
          completion={completion}
          name="Completions and matches"
          className={cx(floatClass, 'max-h-[min(600px,calc(100dvh-64px))]')}
        >
          {answer && answer.hits.length > 0 ? <MatchOptions answer={answer} completion={completion} onOpen={leave} /> : null}
        </CompletionList>
      </QueryField>
      <p
        id={aboutId}
        role="status"
        className={
          message && message.look !== 'spoken' && !completion.isOpen
            ? cx(
                'absolute top-full z-30 mt-1 rounded-card border border-line bg-panel px-3 py-2 text-table shadow-float',
                floatClass,
                message.look === 'problem' ? 'text-high' : 'text-text2',
              )
            : 'sr-only'
        }
      >
        {message?.text}
      </p>
    </div>
  );
};

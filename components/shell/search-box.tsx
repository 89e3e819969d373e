'use client';
import { useId, useRef, useState } from 'react';
import { useGo } from '@/components/hooks/use-go.ts';
import { useModKey } from '@/components/hooks/use-mod-key.ts';
import { readQuery } from '@/components/search/edit-query.ts';
import { QueryField } from '@/components/search/query-field.tsx';
import { useCompletion } from '@/components/search/use-completion.ts';
import { toVisibleText } from '@/lib/print/visible-text.ts';

const boxId = 'search-box';

/** Focuses the search box. False: this page or width does not show it. */
export const focusSearchBox = (): boolean => {
  const box = document.getElementById(boxId);
  if (box === null || !box.checkVisibility()) return false;
  box.querySelector('input')?.focus();
  return true;
};

/** Starts a search from any page: Enter opens its results. A query with a problem stays, and says what is wrong. */
export const SearchBox = () => {
  const go = useGo();
  const mod = useModKey();
  const aboutId = useId();
  const field = useRef<HTMLInputElement>(null);
  const [text, setText] = useState('');
  const [isSent, setSent] = useState(false);
  const completion = useCompletion(text, field, (next) => {
    setText(next);
    setSent(false);
  });
  const problems = isSent ? readQuery(text).problems : [];
  const [problem] = problems;
  const enter = () => {
    if (text.trim() === '') return;
    setSent(true);
    if (readQuery(text).problems.length > 0) return;
    // The results take the focus.
    go(`/search?q=${encodeURIComponent(text.trim())}#results`);
    setText('');
    setSent(false);
  };
  return (
    <div id={boxId} className="@container relative z-30 w-56 min-w-24 shrink max-lg:hidden xl:w-72">
      <QueryField
        placeholder="Search records"
        text={text}
        problems={problems}
        field={field}
        aboutId={aboutId}
        completion={completion}
        onClear={() => setText('')}
        onEnter={enter}
        keys={`${mod} K`}
        className="@max-[11rem]:[&_kbd]:hidden"
      />
      <p
        id={aboutId}
        role="status"
        className={
          problem
            ? 'absolute top-full right-0 z-30 mt-1 rounded-card border border-line bg-panel p-2 text-table text-high shadow-float'
            : 'sr-only'
        }
      >
        {problem ? `${toVisibleText(text.slice(problem.start, problem.end))} – ${problem.message}` : ''}
      </p>
    </div>
  );
};

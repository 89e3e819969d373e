'use client';
import { useId, useRef } from 'react';
import { useHotkeys } from '@/components/hooks/use-hotkeys.ts';
import { QueryField } from '@/components/search/query-field.tsx';
import { useCompletion } from '@/components/search/use-completion.ts';
import { useDebounced } from '@/components/observations/use-debounced.ts';
import { listConditionProblems, turnFields } from './conditions.ts';
import type { RetrievalPage } from './use-retrieval-page.ts';

/** A problem that typing on may solve is not shown at once. */
const problemMs = 400;

/** Conditions on both groups, with completions; `/` gets there. */
export const ConditionField = ({ page: { q, type } }: { page: RetrievalPage }) => {
  const aboutId = useId();
  const field = useRef<HTMLInputElement>(null);
  const completion = useCompletion(q, field, type, { fields: turnFields });
  const problems = listConditionProblems(useDebounced(q, problemMs));
  const shown = completion.options.length > 0 || q === '' ? [] : problems.filter(({ end }) => end <= q.length);
  const [problem] = shown;
  useHotkeys({ '/': () => field.current?.select() });
  return (
    <div className="relative flex min-w-0 flex-1 basis-72 max-sm:basis-full">
      <QueryField
        name="Filter turns"
        placeholder="All turns. Filter by conditions like since:84d project:api"
        text={q}
        problems={shown}
        field={field}
        aboutId={aboutId}
        completion={completion}
        onClear={() => type('')}
        onEnter={() => field.current?.blur()}
      />
      <p
        id={aboutId}
        role="status"
        className={
          problem
            ? 'absolute top-full left-0 z-20 mt-1 max-w-full rounded-control border border-line bg-panel px-2 py-1 text-fact text-high shadow-float'
            : 'sr-only'
        }
      >
        {problem ? (
          <>
            <code className="font-mono">{q.slice(problem.start, problem.end)}</code>: {problem.message}
          </>
        ) : null}
      </p>
    </div>
  );
};

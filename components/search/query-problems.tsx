import { Fragment, type RefObject } from 'react';
import type { QueryProblem } from '@/lib/search/query.ts';

type Props = { ref: RefObject<HTMLDivElement | null>; text: string; problems: readonly QueryProblem[] };

/** Lies under the text of the field and underlines what is wrong in it. The field scrolls it along. */
export const QueryProblems = ({ ref, text, problems }: Props) => (
  <div
    ref={ref}
    aria-hidden
    className="pointer-events-none absolute inset-y-0 right-7 left-7 flex items-center overflow-hidden font-mono text-table whitespace-pre text-transparent"
  >
    <span>
      {problems.map(({ start, end }, index) => (
        <Fragment key={start}>
          {text.slice(problems[index - 1]?.end ?? 0, start)}
          <span data-problem className="underline decoration-high decoration-wavy decoration-1 underline-offset-3">
            {text.slice(start, end)}
          </span>
        </Fragment>
      ))}
    </span>
  </div>
);

import { OutcomeMark } from '@/components/marks/outcome-mark.tsx';
import { cx } from '@/components/ui/cx.ts';
import { printCounted } from '@/lib/print/number.ts';
import { toVisibleText } from '@/lib/print/visible-text.ts';
import { printDuration } from '@/lib/print/duration.ts';
import type { QueryProblem } from '@/lib/search/query.ts';
import type { Search } from './use-search.ts';

type Props = { id: string; q: string; problems: readonly QueryProblem[]; search: Search };

/** One line: what is wrong with the query, or how much it found, how fast, and what limits the answer. */
export const StatusLine = ({ id, q, problems, search: { asked, found, pages } }: Props) => {
  const [problem] = problems;
  const [page] = pages;
  const about = () => {
    if (problem) {
      const at = toVisibleText(q.slice(problem.start, problem.end));
      return (
        <span className="flex min-w-0 items-center gap-1.5 text-high">
          <OutcomeMark outcome="error" />
          <span className="truncate max-sm:py-1 max-sm:whitespace-normal">
            <code className="font-mono text-fact">{at}</code> – {problem.message}
            {page && asked !== '' ? '; the matches are those of the query before' : ''}
          </span>
        </span>
      );
    }
    if (!page || asked === '') return null;
    return (
      <span className="truncate" title={page.notes.join(' ')}>
        <strong className="font-semibold text-text">{printCounted(page.total, 'match', 'matches')}</strong> in {printDuration(page.tookMs)}
        {page.notes.map((note) => ` · ${note}`)}
        {found.error ? ' · not current' : ''}
      </span>
    );
  };
  return (
    <p
      id={id}
      role="status"
      aria-label="Result"
      className={cx(
        'flex min-h-7 shrink-0 items-center px-3 text-table text-text3',
        // It has its place before the first query, too, so that a problem moves nothing.
        (asked !== '' || problem) && 'border-b border-line bg-panel',
      )}
    >
      {about()}
    </p>
  );
};

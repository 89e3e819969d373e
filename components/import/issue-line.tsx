import type { Issue } from '@/lib/domain/issue.ts';
import { printCount } from '@/lib/print/number.ts';
import { toVisibleText } from '@/lib/print/visible-text.ts';
import { issueWords } from '@/lib/print/issue-words.ts';

type Props = { issue: Issue; opened: boolean; onToggle: (() => void) | null };

/** One line that was skipped or is worth a look: number, reason, excerpt, and the way to the whole of it. */
export const IssueLine = ({ issue: { line, code, message, excerpt }, opened, onToggle }: Props) => (
  <div className="grid h-14 grid-cols-[auto_minmax(0,1fr)_auto] content-center items-center gap-x-4 border-b border-line bg-bg pr-3 pl-10 text-fact lg:h-6 lg:grid-cols-[84px_132px_minmax(0,1fr)_auto]">
    <span className="font-mono font-semibold whitespace-nowrap">{line === null ? 'whole file' : `line ${printCount(line)}`}</span>
    <span className="truncate" title={message}>
      {issueWords[code]}
    </span>
    <span
      className={`col-span-3 row-start-2 min-w-0 truncate text-text3 lg:col-span-1 lg:row-start-1 lg:col-start-3 ${excerpt === null ? '' : 'font-mono'}`}
      title={message}
    >
      {toVisibleText(excerpt ?? message)}
    </span>
    {onToggle === null ? null : (
      <button
        type="button"
        aria-expanded={opened}
        onClick={onToggle}
        className="row-focus rounded-chip text-accent hover:underline pointer-coarse:min-h-8 lg:col-start-4"
      >
        {opened ? 'Hide line' : 'Show line'}
      </button>
    )}
  </div>
);

import type { Issue } from '@/lib/domain/issue.ts';
import { printCount } from '@/lib/print/number.ts';
import { toVisibleText } from '@/lib/print/visible-text.ts';
import { issueWords } from './issue-words.ts';

/** One line that was skipped or is worth a look: number, reason, excerpt. */
export const IssueLine = ({ issue }: { issue: Issue }) => (
  <div className="flex h-6 items-center gap-4 border-b border-line bg-bg pr-3 pl-10 text-fact">
    <span className="w-[84px] shrink-0 font-mono font-semibold">
      {issue.line === null ? 'whole file' : `line ${printCount(issue.line)}`}
    </span>
    <span className="w-1/2 min-w-0 shrink-0 truncate" title={`${issueWords[issue.code]}: ${issue.message}`}>
      {issueWords[issue.code]}: {issue.message}
    </span>
    <span className="min-w-0 truncate font-mono text-text3" title={issue.excerpt ?? undefined}>
      {issue.excerpt === null ? '' : toVisibleText(issue.excerpt)}
    </span>
  </div>
);

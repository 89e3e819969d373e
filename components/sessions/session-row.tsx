import Link from 'next/link';
import { EndedChip } from '@/components/marks/ended-chip.tsx';
import { LiveChip } from '@/components/marks/live-chip.tsx';
import { SecretText } from '@/components/marks/secret-text.tsx';
import { NotebookPen } from 'lucide-react';
import { Chip } from '@/components/ui/chip.tsx';
import { cx } from '@/components/ui/cx.ts';
import { Icon } from '@/components/ui/icon.tsx';
import type { ListedSession } from '@/lib/contracts/sessions.ts';
import { printSessionTitle } from '@/lib/print/session-title.ts';
import { printShortId } from '@/lib/print/short-id.ts';
import { toVisibleText } from '@/lib/print/visible-text.ts';
import { NoPromptChip } from './no-prompt-chip.tsx';
import { StarButton } from './star-button.tsx';
import { toListedHref } from './use-session-list-state.ts';
import { sessionColumns } from './columns.tsx';
import { printSessionFacts } from './session-facts.ts';

const endedTitle = 'How its last turn ended';

type Props = { session: ListedSession; list: string; nowMs: number; onOpen: (href: string) => void };

/** One session. The whole row is clickable through one real link. */
export const SessionRow = ({ session, list, nowMs, onOpen }: Props) => (
  <tr className="relative h-12 border-b border-line transition-colors hover:bg-hover has-[a:focus-visible]:bg-hover sm:h-8">
    <td className="max-w-0 px-3 sm:pr-0">
      <div className="flex items-center gap-2">
        <StarButton session={session} className="-mx-1 max-sm:order-last max-sm:ml-auto pointer-coarse:-my-2.5 pointer-coarse:-mr-3" />
        <Link
          href={toListedHref(session.id, list)}
          prefetch={false}
          onNavigate={(event) => {
            event.preventDefault();
            onOpen(toListedHref(session.id, list));
          }}
          data-session-link
          className="row-focus truncate font-medium text-text after:absolute after:inset-0 focus-visible:outline-none focus-visible:after:outline-2 focus-visible:after:-outline-offset-2 focus-visible:after:outline-accent"
        >
          <SecretText text={printSessionTitle(session)} />
        </Link>
        <LiveChip session={session} />
        {session.lastEnded === null ? null : <EndedChip ended={session.lastEnded} title={endedTitle} />}
        {session.titleBasis === 'answer' ? <NoPromptChip /> : null}
        {session.synthetic ? <Chip tone="dashed">synthetic</Chip> : null}
        {session.relation === null ? null : <Chip tone="outline">{session.agentName ?? session.relation}</Chip>}
        <span className="ml-auto hidden shrink-0 font-mono text-fact text-text3 sm:inline" title={session.nativeId}>
          {toVisibleText(printShortId(session.id))}
        </span>
      </div>
      <div className="truncate text-fact text-text3 sm:hidden">{printSessionFacts(session, nowMs)}</div>
      {session.note === null ? null : (
        <div title={toVisibleText(session.note)} className="flex items-center gap-1.5 pb-1.5 text-fact text-text2">
          <Icon of={NotebookPen} />
          <span className="sr-only">Note: </span>
          <span className="truncate">{toVisibleText(session.note)}</span>
        </div>
      )}
    </td>
    {sessionColumns.map(({ id, className, numeric, cell, title }, index) => (
      <td
        key={id}
        title={title?.(session)}
        className={cx(
          className,
          'truncate pl-3 whitespace-nowrap',
          numeric ? 'text-right' : 'text-text2',
          index === sessionColumns.length - 1 && 'pr-3',
        )}
      >
        {cell(session, nowMs)}
      </td>
    ))}
  </tr>
);

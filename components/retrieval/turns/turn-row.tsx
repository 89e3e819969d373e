import Link from 'next/link';
import { OutcomeMark } from '@/components/marks/outcome-mark.tsx';
import type { TurnMetric } from '@/lib/domain/turn-metric.ts';
import { printAtLeast } from '@/lib/print/at-least.ts';
import { printDuration } from '@/lib/print/duration.ts';
import { printMoney } from '@/lib/print/money.ts';
import { printCompact, printCount } from '@/lib/print/number.ts';
import { toPlainLine } from '@/lib/print/plain-line.ts';
import { printProjectAndTitle } from '@/lib/print/session-title.ts';
import { printDayClock, printIso } from '@/lib/print/time.ts';
import { unknown } from '@/lib/print/unknown.ts';
import { toVisibleText } from '@/lib/print/visible-text.ts';
import { toTurnOutcome } from './turn-words.ts';

const number = 'px-3 text-right whitespace-nowrap';
const text = 'max-w-44 truncate px-3';
const linkClass = 'row-focus block truncate font-medium';

const Prompt = ({ turn: { sessionId, recordId, prompt } }: { turn: TurnMetric }) => {
  const shown = prompt === null ? '(prompt not known)' : toPlainLine(prompt) || '(empty prompt)';
  if (recordId === null)
    return (
      <span data-turn tabIndex={0} className={linkClass} title="The transcript of this turn is not in the archive.">
        {shown} <span className="font-normal text-text3">not in the archive</span>
      </span>
    );
  return (
    <Link
      data-turn
      href={`/sessions/${sessionId}?record=${encodeURIComponent(recordId)}`}
      prefetch={false}
      title={shown}
      className={`${linkClass} hover:underline`}
    >
      {shown}
    </Link>
  );
};

/** One turn: what it was, how it ended, and what it took. Unknown is a dash. */
export const TurnRow = ({ turn, nowMs }: { turn: TurnMetric; nowMs: number | null }) => {
  const { mark, word, about } = toTurnOutcome(turn);
  const place = printProjectAndTitle({ title: null, project: null, ...turn.session, id: turn.sessionId });
  return (
    <tr className="group border-b border-line hover:bg-hover">
      <td className="sticky left-0 z-1 h-8 w-full max-w-72 min-w-52 bg-panel px-3 group-hover:bg-hover sm:max-w-0 sm:min-w-72">
        <Prompt turn={turn} />
      </td>
      <td className={text} title={place}>
        {place}
      </td>
      <td className="px-3 whitespace-nowrap" title={about}>
        <span className="flex items-center gap-1.5">
          <OutcomeMark outcome={mark} />
          {word}
        </span>
      </td>
      <td className={number}>{printCount(turn.iterations)}</td>
      <td className={number}>{printCount(turn.toolErrors)}</td>
      <td className={number}>{printDuration(turn.durationMs)}</td>
      <td className={number}>{printAtLeast(printCompact(turn.tokens), turn.tokensAtLeast)}</td>
      <td className={number}>{printAtLeast(printMoney(turn.costUsd), turn.costAtLeast)}</td>
      <td className={text} title={turn.model ?? undefined}>
        {turn.model === null ? unknown : toVisibleText(turn.model)}
      </td>
      <td className={number} title={printIso(turn.createdAtMs)}>
        {nowMs === null ? unknown : printDayClock(turn.createdAtMs, nowMs)}
      </td>
    </tr>
  );
};

import Link from 'next/link';
import type { LeftOut } from '@/lib/domain/retrieval.ts';
import { toVisibleText } from '@/lib/print/visible-text.ts';
import { reasonWords } from '@/lib/retrieval/reason-words.ts';
import { unknown } from '@/lib/print/unknown.ts';

const shown = 12;

/** Prompts that match and are no examples, with the reason of each. */
export const LeftOutList = ({
  leftOut,
  best,
}: {
  leftOut: readonly LeftOut[];
  /** The best score of those that qualify. */ best: number | null;
}) => (
  <ul aria-label="Left out" className="py-1">
    {leftOut.slice(0, shown).map(({ sessionId, recordId, prompt, score, reason, session }) => (
      <li
        key={recordId}
        className="grid grid-cols-[2.75rem_1fr] gap-x-3 px-3 py-0.5 text-table text-text3 sm:grid-cols-[2.75rem_1fr_16rem]"
      >
        <span title={`−BM25: ${score.toFixed(2)}`}>{best === null ? unknown : (score / best).toFixed(2)}</span>
        <span className="flex min-w-0 gap-2">
          <Link
            href={`/sessions/${sessionId}?record=${encodeURIComponent(recordId)}`}
            prefetch={false}
            className="row-focus min-w-0 truncate hover:underline"
          >
            {toVisibleText(prompt.replaceAll(/\s+/gu, ' ')) || '(empty prompt)'}
          </Link>
          <span className="shrink-0 max-sm:hidden">{toVisibleText(session.project ?? '')}</span>
        </span>
        <span className="text-text2 max-sm:col-start-2">Left out: {reasonWords[reason]}</span>
      </li>
    ))}
    {leftOut.length > shown ? <li className="px-3 py-0.5 text-table text-text3">and {leftOut.length - shown} more</li> : null}
  </ul>
);

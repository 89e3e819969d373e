import Link from 'next/link';
import type { ListedSummary } from '@/lib/domain/listed-summary.ts';
import type { Summary, SummaryField } from '@/lib/domain/summary.ts';
import { toVisibleText } from '@/lib/print/visible-text.ts';
import { splitQuotes } from './split-quotes.ts';

export const toRecordHref = (sessionId: string, recordId: string): string =>
  `/sessions/${encodeURIComponent(sessionId)}?record=${encodeURIComponent(recordId)}`;

/** A text of a summary; each of its sentences leads to its record. */
export const QuotedText = ({ of, field }: { of: Summary | ListedSummary; field: SummaryField }) => (
  <p className={`max-w-[92ch] text-table break-words whitespace-pre-line ${field === 'summary' ? 'text-text' : 'text-text2'}`}>
    {splitQuotes(of[field], of.sentences, field).map(({ text, recordId }, at) =>
      recordId === null ? (
        <span key={at}>{toVisibleText(text)}</span>
      ) : (
        <Link
          key={at}
          href={toRecordHref(of.session_id, recordId)}
          prefetch={false}
          title="Open its record"
          className="underline decoration-line2 underline-offset-2 hover:text-text"
        >
          {toVisibleText(text)}
        </Link>
      ),
    )}
  </p>
);

'use client';
import { useQuery } from '@tanstack/react-query';
import { CopyButton } from '@/components/ui/copy-button.tsx';
import { importQueries } from '@/lib/client/queries/import-queries.ts';
import type { Issue } from '@/lib/domain/issue.ts';
import { displayWindowBytes } from '@/lib/domain/display-window.ts';
import { printBytes } from '@/lib/print/bytes.ts';
import { toVisibleText } from '@/lib/print/visible-text.ts';

const printSize = (bytes: number): string =>
  bytes > displayWindowBytes ? `first ${printBytes(displayWindowBytes)} of ${printBytes(bytes)}` : printBytes(bytes);

/** A skipped line as it is in its file, with control characters visible: its first 64 kB. */
export const IssueText = ({ issue: { message }, sourceId, line }: { issue: Issue; sourceId: string; line: number }) => {
  const { data, error } = useQuery(importQueries.issueLine(sourceId, line));
  return (
    <div className="border-b border-line bg-bg py-2 pr-3 pl-10 text-fact">
      <div className="flex min-h-6 flex-wrap items-center gap-x-3 text-text2">
        <span className="min-w-0 grow basis-full lg:basis-0">{toVisibleText(message)}</span>
        {data ? <span className="whitespace-nowrap text-text3">{printSize(data.bytes)}</span> : null}
        {data ? <CopyButton text={data.text} name="Copy line" small /> : null}
      </div>
      {error ? (
        <p role="alert" className="py-1 text-high">
          The line could not be loaded: {error.message}
        </p>
      ) : (
        <pre
          tabIndex={0}
          aria-label={`Line ${line}`}
          className="mt-1 h-[132px] resize-y overflow-auto rounded-code border border-line bg-term px-2.5 py-1.5 font-mono break-all whitespace-pre-wrap text-text"
        >
          {data ? toVisibleText(data.text) : ''}
        </pre>
      )}
    </div>
  );
};

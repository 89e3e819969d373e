'use client';
import { useQuery } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { useReport } from '@/components/hooks/use-report.ts';
import { SecretNote } from '@/components/marks/secret-note.tsx';
import { SecretText } from '@/components/marks/secret-text.tsx';
import { Chevron } from '@/components/ui/chevron.tsx';
import { CopyButton } from '@/components/ui/copy-button.tsx';
import { sessionQueries } from '@/lib/client/queries/session-queries.ts';
import type { SessionRecord } from '@/lib/domain/record.ts';
import { printBytes } from '@/lib/print/bytes.ts';
import { printCount } from '@/lib/print/number.ts';
import { toVisibleText } from '@/lib/print/visible-text.ts';
import { printJson } from './tool-arguments.ts';

const step = 65_536;
const maxChars = 4_194_304;

/** The line that a record was read from, fetched when it is opened, 64 kB and then on demand. */
export const RawRecord = ({ record }: { record: SessionRecord }) => {
  const [open, setOpen] = useState(false);
  const [length, setLength] = useState(step);
  const raw = useQuery({
    ...sessionQueries.record(record.sessionId, record.id, { rawFrom: 0, rawLength: length }),
    enabled: open,
    staleTime: Infinity,
    gcTime: 5_000,
    placeholderData: (before) => before,
  });
  const section = useRef<HTMLElement>(null);
  // It comes after long arguments and results: what was opened comes into view as soon as it has its height.
  useReport(open && raw.isFetched, (isShown) => isShown && section.current?.scrollIntoView());
  const file = record.sourcePath?.split('/').pop() ?? null;
  const line = raw.data?.raw;
  const whole = line ? line.text.length >= line.totalChars : false;
  return (
    <section ref={section} aria-label="Raw record" className="border-t border-line text-table">
      <div className="flex items-center pr-3">
        <button
          type="button"
          aria-expanded={open}
          onClick={() => setOpen(!open)}
          className="row-focus flex min-h-8 min-w-0 flex-1 items-center gap-2 px-3 text-left"
        >
          <Chevron open={open} />
          <span className="font-semibold whitespace-nowrap">Raw record</span>
          <span className="min-w-0 truncate text-fact text-text3" title={record.sourcePath ?? undefined}>
            {file === null ? 'no file' : `${record.line === null ? '' : `line ${printCount(record.line)} of `}${toVisibleText(file)}`}
            {record.rawBytes === null ? '' : `, ${printBytes(record.rawBytes)}`}
          </span>
        </button>
        {open && line ? <CopyButton text={line.text} name={whole ? 'Copy the raw record' : 'Copy visible text'} small /> : null}
      </div>
      {open ? (
        <div className="px-3 pb-3">
          {raw.error ? (
            <p role="alert" className="text-high">
              The raw record could not be loaded: {raw.error.message}
            </p>
          ) : null}
          {raw.data && !line ? (
            <p className="text-text3">
              {raw.data.rawStatus === 'replaced' ? 'The file was rewritten, and this line is gone.' : 'The source line was not kept.'}
            </p>
          ) : null}
          {line ? (
            <>
              <p className="pb-1 font-mono text-fact break-all text-text3">
                {toVisibleText(line.path)}:{line.line}
              </p>
              <SecretNote text={line.text} className="pb-1" />
              <pre
                tabIndex={0}
                aria-label="Raw record"
                className="max-h-[50vh] overflow-auto rounded-code border border-line bg-term px-2.5 py-1.5 font-mono text-fact break-all whitespace-pre-wrap"
              >
                <SecretText text={toVisibleText(whole ? printJson(line.text) : line.text)} />
              </pre>
            </>
          ) : null}
          {line && !whole && length < maxChars ? (
            <button
              type="button"
              className="pt-1 text-fact text-accent hover:underline"
              onClick={() => setLength(Math.min(maxChars, length * 8))}
            >
              showing {printCount(line.text.length)} of {printCount(line.totalChars)} characters, show more
            </button>
          ) : null}
        </div>
      ) : null}
    </section>
  );
};

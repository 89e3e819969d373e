'use client';
import { TextWindow } from '@/components/session/text-window.tsx';
import type { SessionRecord } from '@/lib/domain/record.ts';
import { printBytes } from '@/lib/print/bytes.ts';
import { toVisibleText } from '@/lib/print/visible-text.ts';
import { useRowTabStop } from './row-tab-stop.ts';
import { Marked } from '@/components/session/marked.tsx';

type Props = { record: SessionRecord; open: boolean | undefined; onOpen: (open: boolean) => void; lines: number };

const charsPerLine = 92;

/** Whether a text is longer than a number of drawn lines. Looks at no more of it than that. */
const isLong = (text: string, lines: number): boolean =>
  text.length > lines * charsPerLine || text.split('\n', lines + 2).length > lines + 1;

/** Prose of a record, collapsed after some lines; very long text opens in a window. */
export const LongText = ({ record, open, onOpen, lines }: Props) => {
  const long = isLong(record.text, lines);
  const tabStop = useRowTabStop();
  const vast = record.textBytes > 16_000 || new TextEncoder().encode(record.text).length < record.textBytes;
  if (open && vast) {
    return (
      <div className="rounded-code border border-line bg-term">
        <TextWindow sessionId={record.sessionId} recordId={record.id} part="text" text={record.text} bytes={record.textBytes} tall />
        <button
          type="button"
          tabIndex={tabStop}
          className="px-2.5 py-1 text-fact text-accent hover:underline"
          onClick={() => onOpen(false)}
        >
          fold
        </button>
      </div>
    );
  }
  return (
    <>
      <p
        className="overflow-hidden break-words whitespace-pre-wrap"
        style={long && !open ? { display: '-webkit-box', WebkitLineClamp: lines, WebkitBoxOrient: 'vertical' } : undefined}
      >
        <Marked text={toVisibleText(long && !open ? record.text.slice(0, lines * 400) : record.text)} />
      </p>
      {long ? (
        <button
          type="button"
          tabIndex={tabStop}
          aria-expanded={open === true}
          className="text-table text-accent hover:underline"
          onClick={() => onOpen(!open)}
        >
          {open ? 'collapse' : `show all, ${printBytes(record.textBytes)}`}
        </button>
      ) : null}
    </>
  );
};

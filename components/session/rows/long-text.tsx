'use client';
import { Markdown } from '@/components/session/markdown/markdown.tsx';
import { cutProse, maxMarkdownChars } from '@/lib/markdown/parse-markdown.ts';
import { useMarkdown } from '@/components/session/markdown/use-markdown.ts';
import { TextWindow } from '@/components/session/text-window.tsx';
import { useFullText } from '@/components/session/use-full-text.ts';
import type { RecordKind, SessionRecord } from '@/lib/domain/record.ts';
import { printBytes } from '@/lib/print/bytes.ts';
import { toVisibleText } from '@/lib/print/visible-text.ts';
import { useRowTabStop } from './row-tab-stop.ts';
import { Marked } from '@/components/session/marked.tsx';

type Props = { record: SessionRecord; open: boolean | undefined; onOpen: (open: boolean) => void; lines: number };

const charsPerLine = 92;

/** Whether a text has at least half as many drawn lines again as are shown: to hide fewer is not worth a click. Looks at no more of it than that. */
const isLong = (text: string, lines: number): boolean => {
  const most = Math.floor(lines * 1.5);
  return text.length > most * charsPerLine || text.split('\n', most + 2).length > most + 1;
};

const proseKinds: ReadonlySet<RecordKind> = new Set(['prompt', 'response', 'reasoning']);

const isCut = ({ text, textBytes }: SessionRecord): boolean => new TextEncoder().encode(text).length < textBytes;

/** Prose as Markdown, or as it was written; all of it is loaded when all of it is shown. `lines`: how many are shown; null for all. */
const Prose = ({ record, lines }: { record: SessionRecord; lines: number | null }) => {
  const full = useFullText(record.sessionId, record.id, 'text', lines === null && isCut(record) ? 1 : 0);
  const text = lines === null ? (full.text ?? record.text) : cutProse(isCut(record) ? `${record.text}…` : record.text, lines);
  const nodes = useMarkdown(text);
  return (
    <>
      {nodes ? <Markdown nodes={nodes} /> : <Written text={text} lines={lines} />}
      {full.error === null ? null : <p className="text-table text-high">The rest could not be loaded: {full.error}</p>}
    </>
  );
};

const Written = ({ text, lines }: { text: string; lines: number | null }) => (
  <p
    className="overflow-hidden break-words whitespace-pre-wrap"
    style={lines === null ? undefined : { display: '-webkit-box', WebkitLineClamp: lines, WebkitBoxOrient: 'vertical' }}
  >
    <Marked text={toVisibleText(lines === null ? text : text.slice(0, lines * 400))} />
  </p>
);

/** Text of a record, collapsed after some lines; very long text opens in a window. */
export const LongText = ({ record, open, onOpen, lines }: Props) => {
  const long = isLong(record.text, lines) || isCut(record);
  const tabStop = useRowTabStop();
  const isProse = proseKinds.has(record.kind);
  const vast = isProse ? record.textBytes > maxMarkdownChars : record.textBytes > 16_000 || isCut(record);
  const shown = long && !open ? lines : null;
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
      {isProse ? <Prose record={record} lines={shown} /> : <Written text={record.text} lines={shown} />}
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

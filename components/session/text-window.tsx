'use client';
import { useMemo, useState } from 'react';
import { placeWithin } from '@/components/marks/find-marked.ts';
import { splitAnsiLines } from '@/lib/print/ansi.ts';
import { AnsiLine } from './ansi-line.tsx';
import { useFullText } from './use-full-text.ts';
import { printBytes } from '@/lib/print/bytes.ts';
import { toLastStates, toVisibleOutput } from '@/lib/print/visible-text.ts';
import { useRowTabStop } from './rows/row-tab-stop.ts';
import { useFindMarks } from './find-context.ts';
import { holdsMark } from './find-marks.ts';
import { Marked } from './marked.tsx';

type Props = {
  sessionId: string;
  recordId: string | null;
  part: 'text' | 'params';
  text: string;
  bytes: number;
  tall?: boolean;
  printed?: boolean;
};

const bytesOf = (text: string): number => new TextEncoder().encode(text).length;

/** Text in the colors of the terminal where it has any. `printed`: by a program, which may have written a line several times. */
const Output = ({ text: stored, printed }: { text: string; printed: boolean }) => {
  const { pattern } = useFindMarks();
  const text = useMemo(() => {
    const last = printed ? toLastStates(stored) : stored;
    return last !== stored && holdsMark(stored, pattern) && !holdsMark(last, pattern) ? stored : last;
  }, [stored, printed, pattern]);
  const lines = useMemo(() => (text.includes('\u001b[') ? splitAnsiLines(text) : null), [text]);
  if (!lines?.some((line) => line.some(({ tone, isBold }) => tone !== null || isBold))) return <Marked text={toVisibleOutput(text)} />;
  const places = placeWithin(
    lines.map((line) => line.map((piece) => piece.text).join('')),
    '\n',
  );
  return places.map(({ within }, at) => <AnsiLine key={at} pieces={lines[at] ?? []} within={within} wraps />);
};

/** Stored text: its first 64 kB, and the rest in pieces on demand. */
export const TextWindow = ({ sessionId, recordId, part, text, bytes, tall = false, printed = false }: Props) => {
  const cut = bytesOf(text) < bytes;
  const [asked, setAsked] = useState(cut ? 1 : 0);
  const full = useFullText(sessionId, recordId, part, asked);
  const tabStop = useRowTabStop();
  const shown = asked > 0 && full.text !== null ? full.text : text;
  const more = asked > 0 && full.more;
  return (
    <div>
      <pre
        tabIndex={0}
        aria-label="Text"
        className={`${tall ? 'max-h-[60vh]' : 'max-h-[320px]'} overflow-auto px-2.5 py-1.5 font-mono text-fact break-words whitespace-pre-wrap text-text`}
      >
        <Output text={shown} printed={printed} />
      </pre>
      {more || full.error ? (
        <div className="flex items-center justify-between gap-3 border-t border-line px-2.5 py-1 text-fact text-text3">
          <span>
            {full.error ? `The rest could not be loaded: ${full.error}` : `showing ${printBytes(bytesOf(shown))} of ${printBytes(bytes)}`}
          </span>
          {recordId === null ? null : (
            <button
              type="button"
              tabIndex={tabStop}
              className="font-medium text-accent hover:underline"
              disabled={full.loading}
              onClick={() => setAsked((count) => count + 1)}
            >
              {full.loading ? 'opening' : full.error ? 'retry' : bytes <= 1_000_000 ? 'show all' : 'show more'}
            </button>
          )}
        </div>
      ) : null}
    </div>
  );
};

'use client';
import { placeWithin, type Within } from '@/components/marks/find-marked.ts';
import { SecretText } from '@/components/marks/secret-text.tsx';
import { useMemo, useState } from 'react';
import { shortenLine, type DiffLine, type DiffPart } from '@/components/session/diff-lines.ts';
import { printCount } from '@/lib/print/number.ts';
import { toVisibleText } from '@/lib/print/visible-text.ts';
import { useRowTabStop } from '@/components/session/rows/row-tab-stop.ts';
import { holdsMark } from '@/components/session/find-marks.ts';
import { Marked } from '@/components/session/marked.tsx';
import { cutText } from '@/lib/print/cut-text.ts';

const linesBeforeCollapse = 12;
const signs: Record<DiffLine['kind'], string> = { same: '', added: '+', removed: '−', cut: '' };
const grounds: Record<DiffLine['kind'], string> = { same: '', added: 'bg-goodbg', removed: 'bg-delbg', cut: 'text-text3' };
const signColors: Record<DiffLine['kind'], string> = { same: '', added: 'text-good', removed: 'text-high', cut: '' };

const maxPartChars = 2000;

type Shown = { parts: readonly DiffPart[]; texts: string[] };

/** Parts of a line to draw: all parts are searched, so one that was left out is drawn if it holds the text to find. */
const toShown = ({ parts: all }: DiffLine, pattern: RegExp | null): Shown => {
  const toTexts = (parts: readonly DiffPart[]) => parts.map(({ text }) => toVisibleText(cutText(text, maxPartChars)));
  const parts = shortenLine(all);
  const texts = toTexts(parts);
  if (parts === all || pattern === null || holdsMark(texts.join(''), pattern)) return { parts, texts };
  const whole = toTexts(all);
  return holdsMark(whole.join(''), pattern) ? { parts: all, texts: whole } : { parts, texts };
};

const Line = ({ line, shown, numbered, within }: { line: DiffLine; shown: Shown; numbered: boolean; within: Within }) => (
  <div className={`flex ${grounds[line.kind]}`}>
    {numbered ? (
      <>
        <span className="w-8 shrink-0 text-right text-text3 select-none max-sm:hidden">{line.before}</span>
        <span className="w-8 shrink-0 text-right text-text3 select-none">
          {line.after ?? <span className="sm:hidden">{line.before}</span>}
        </span>
      </>
    ) : null}
    <span className={`w-6 shrink-0 text-center font-semibold select-none ${signColors[line.kind]}`}>{signs[line.kind]}</span>
    <span className="min-w-0 flex-1 pr-2 break-words whitespace-pre-wrap">
      {line.kind === 'cut' ? '… ' : null}
      {placeWithin(shown.texts, '', within).map((part, at) =>
        shown.parts[at]?.marked ? (
          <mark key={at} className={`rounded-chip text-text ${line.kind === 'added' ? 'bg-goodword' : 'bg-delword'}`}>
            <SecretText {...part} />
          </mark>
        ) : (
          <span key={at} className={shown.parts[at]?.cut ? 'px-0.5 text-text3 select-none' : ''}>
            <Marked {...part} />
          </span>
        ),
      )}
      {line.parts.length === 0 || (line.parts.length === 1 && line.parts[0]?.text === '') ? ' ' : null}
    </span>
  </div>
);

const printLines = (lines: readonly DiffLine[]): string => lines.map((line) => line.parts.map((part) => part.text).join('')).join('\n');

/** A diff as it was computed; twelve lines, then the rest in place. */
export const DiffTable = ({
  lines,
  pattern,
  maxLines = 400,
}: {
  lines: readonly DiffLine[];
  pattern: RegExp | null;
  maxLines?: number;
}) => {
  const [chosen, setChosen] = useState<boolean | null>(null);
  const tabStop = useRowTabStop();
  const collapses = lines.length > linesBeforeCollapse + 1;
  const head = lines.slice(0, linesBeforeCollapse);
  const open = chosen ?? (collapses && holdsMark(printLines(lines), pattern) && !holdsMark(printLines(head), pattern));
  const shown = useMemo(
    () => (open ? lines.slice(0, maxLines) : collapses ? lines.slice(0, linesBeforeCollapse) : lines),
    [open, lines, maxLines, collapses],
  );
  const drawn = useMemo(() => shown.map((line) => ({ line, shown: toShown(line, pattern) })), [shown, pattern]);
  const places = placeWithin(
    drawn.map(({ shown: { texts } }) => texts.join('')),
    '\n',
  );
  const numbered = lines.some((line) => line.before !== null || line.after !== null);
  return (
    <>
      <div className="overflow-hidden py-0.5 font-mono text-fact text-text">
        {places.map(({ within }, at) => {
          const one = drawn[at];
          return one ? <Line key={at} {...one} numbered={numbered} within={within} /> : null;
        })}
      </div>
      {collapses ? (
        <button
          type="button"
          tabIndex={tabStop}
          aria-expanded={open}
          onClick={() => setChosen(!open)}
          className="block w-full border-t border-line px-2.5 py-0.5 text-left text-fact text-text2 hover:bg-hover max-sm:py-1.5"
        >
          {open
            ? lines.length > maxLines
              ? `collapse; ${printCount(lines.length - maxLines)} more lines in the arguments`
              : 'collapse'
            : `… ${printCount(lines.length - linesBeforeCollapse)} more lines`}
        </button>
      ) : null}
    </>
  );
};

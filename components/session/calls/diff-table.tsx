'use client';
import { placeWithin, type Within } from '@/components/marks/find-marked.ts';
import { SecretText } from '@/components/marks/secret-text.tsx';
import { useState } from 'react';
import type { DiffLine } from '@/components/session/diff-lines.ts';
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

/** What is drawn of its parts. */
const toPartTexts = ({ parts }: DiffLine): string[] => parts.map((part) => toVisibleText(cutText(part.text, 2000)));

const Line = ({ line, numbered, within }: { line: DiffLine; numbered: boolean; within: Within }) => (
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
    <span className="min-w-0 flex-1 truncate whitespace-pre">
      {line.kind === 'cut' ? '… ' : null}
      {placeWithin(toPartTexts(line), '', within).map((part, at) =>
        line.parts[at]?.marked ? (
          <mark key={at} className={`rounded-chip text-text ${line.kind === 'added' ? 'bg-goodword' : 'bg-delword'}`}>
            <SecretText {...part} />
          </mark>
        ) : (
          <span key={at}>
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
  const shown = open ? lines.slice(0, maxLines) : collapses ? head : lines;
  const texts = placeWithin(
    shown.map((line) => toPartTexts(line).join('')),
    '\n',
  );
  const numbered = lines.some((line) => line.before !== null || line.after !== null);
  return (
    <>
      <div className="overflow-hidden py-0.5 font-mono text-fact text-text">
        {texts.map(({ within }, at) => {
          const line = shown[at];
          return line ? <Line key={at} line={line} numbered={numbered} within={within} /> : null;
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

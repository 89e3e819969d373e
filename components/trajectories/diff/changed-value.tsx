'use client';
import { useMemo } from 'react';
import type { Within } from '@/components/marks/find-marked.ts';
import { SecretText } from '@/components/marks/secret-text.tsx';
import { TextDiffRow } from '@/components/assessments/text-diff-row.tsx';
import { computeDiffLines, type DiffLine } from '@/components/session/diff-lines.ts';
import { cx } from '@/components/ui/cx.ts';
import { toVisibleText } from '@/lib/print/visible-text.ts';

const sides = {
  added: { sign: '+', ground: 'bg-goodbg', color: 'text-good' },
  removed: { sign: '−', ground: 'bg-delbg', color: 'text-high' },
};

/** A value that came or went, on its ground. */
export const SideText = ({ kind, text }: { kind: 'added' | 'removed'; text: string }) => {
  const { sign, ground, color } = sides[kind];
  return (
    <div className={cx('flex min-w-0 py-px', ground)}>
      <span className={cx('w-7 shrink-0 text-center font-semibold select-none', color)}>{sign}</span>
      <span className="max-h-[50vh] min-w-0 flex-1 overflow-y-auto pr-3 break-words whitespace-pre-wrap">
        <SecretText text={toVisibleText(text)} />
      </span>
    </div>
  );
};

const listStarts = (text: string): number[] => {
  let at = 0;
  return text.split('\n').map((line) => (at += line.length + 1) - line.length - 1);
};

const compareTexts = (before: string, after: string) => {
  const [starts, startsAfter] = [listStarts(before), listStarts(after)];
  const placeOf = (line: DiffLine): Within | undefined => {
    const isRemoved = line.kind === 'removed';
    const number = isRemoved ? line.before : line.after;
    const from = number === null ? undefined : (isRemoved ? starts : startsAfter)[number - 1];
    return from === undefined ? undefined : { whole: isRemoved ? before : after, from };
  };
  return { lines: computeDiffLines(before, after, 1), placeOf };
};

/** Two texts line by line: what is the same in both is left out but for three lines around a change. */
export const TextChange = ({ before, after }: { before: string; after: string }) => {
  const { lines, placeOf } = useMemo(() => compareTexts(toVisibleText(before), toVisibleText(after)), [after, before]);
  return (
    <div className="max-h-[60vh] overflow-y-auto">
      {lines.map((line, at) => (
        <TextDiffRow key={at} row={{ left: line, right: null, change: null }} beside={false} words current={false} placeOf={placeOf} />
      ))}
    </div>
  );
};

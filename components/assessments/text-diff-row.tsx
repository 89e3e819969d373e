import { placeWithin, type Within } from '@/components/marks/find-marked.ts';
import { SecretText } from '@/components/marks/secret-text.tsx';
import { shortenLine, type DiffLine } from '@/components/session/diff-lines.ts';
import { toVisibleText } from '@/lib/print/visible-text.ts';
import type { TextRow } from './text-rows.ts';
import { cutText } from '@/lib/print/cut-text.ts';

const maxChars = 4_000;
const looks = {
  same: { sign: '', ground: '', sided: '', word: '' },
  cut: { sign: '', ground: '', sided: '', word: '' },
  added: { sign: '+', ground: 'bg-goodbg', sided: 'text-good', word: 'bg-goodword' },
  removed: { sign: '−', ground: 'bg-delbg', sided: 'text-high', word: 'bg-delword' },
};

type LineProps = { line: DiffLine | null; number: number | null; words: boolean; placeOf?: PlaceOf | undefined };
/** The text that a line is of, for secrets that do not end with it. */
type PlaceOf = (line: DiffLine) => Within | undefined;

const Line = ({ line, number, words, placeOf }: LineProps) => {
  if (!line) return <div className="hatched min-h-4 border-line" />;
  const look = looks[line.kind];
  const isVast = line.parts.reduce((sum, { text }) => sum + text.length, 0) > maxChars;
  const parts = isVast ? shortenLine(line.parts) : line.parts;
  const texts = parts.map(({ text }) => toVisibleText(cutText(text, maxChars)));
  const placed = placeWithin(texts, '', isVast ? undefined : placeOf?.(line)).map((one) => <SecretText key={one.within.from} {...one} />);
  return (
    <div className={`flex min-w-0 ${look.ground}`}>
      <span className="w-9 shrink-0 text-right text-text3 select-none">{number}</span>
      <span className={`w-6 shrink-0 text-center font-semibold select-none ${look.sided}`}>{look.sign}</span>
      <span className="min-w-0 flex-1 pr-2 break-words whitespace-pre-wrap">
        {parts.map((part, at) =>
          part.marked && words ? (
            <mark key={at} className={`rounded-chip text-text ${look.word}`}>
              {placed[at]}
            </mark>
          ) : (
            <span key={at}>{placed[at]}</span>
          ),
        )}
      </span>
    </div>
  );
};

type Props = { row: TextRow; beside: boolean; words: boolean; current: boolean; placeOf?: PlaceOf };

/** A line of both files, side by side or in one column. The current change has a bar at its left. */
export const TextDiffRow = ({ row: { left, right, change }, beside, words, current, placeOf }: Props) => {
  const at = change === null ? undefined : change;
  if (!beside) {
    const line = left ?? right;
    return (
      <div data-change={at} className="relative">
        {current ? <span aria-hidden className="absolute inset-y-0 left-0 w-[3px] bg-accent" /> : null}
        <Line line={line} number={line?.after ?? line?.before ?? null} words={words} placeOf={placeOf} />
      </div>
    );
  }
  return (
    <div data-change={at} className={`relative grid grid-cols-2 divide-x divide-line`}>
      {current ? <span aria-hidden className="absolute inset-y-0 left-0 w-[3px] bg-accent" /> : null}
      <Line line={left} number={left?.before ?? null} words={words} />
      <Line line={right} number={right?.after ?? null} words={words} />
    </div>
  );
};

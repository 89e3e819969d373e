import { clipText } from '@/lib/print/cut-text.ts';

export type CollapsedOutput = { lines: string[]; hidden: number };

const firstLines = 8;
const errorLines = 3;
const maxLineChars = 2000;

const errorStart = /^\s*(?:[\w.]*(?:Error|Exception)\b|FAIL\b|FAILED\b|fatal:|error(?:\[|:|\s)|panic:|Traceback|npm ERR!|[×✗✘❌] )/;
const errorInside = /\b(?:error|failed|failure|not found|denied|cannot|no such)\b/i;

const cutLine = (line: string): string => clipText(line, maxLineChars + 1);

const isBlank = (line: string): boolean => line.trim() === '';

/** Where the error itself begins: a line that opens with a name of an error, else one that speaks of one, else the first with text. */
const findErrorLine = (lines: readonly string[]): number => {
  const strict = lines.findIndex((line) => errorStart.test(line.slice(0, 300)));
  if (strict >= 0) return strict;
  const loose = lines.findIndex((line) => errorInside.test(line.slice(0, 300)));
  if (loose >= 0) return loose;
  return Math.max(
    0,
    lines.findIndex((line) => !isBlank(line)),
  );
};

/**
 * What a collapsed output shows: three lines of the error, or the first eight. A single hidden line is shown instead of collapsed.
 * `totalLines` counts lines beyond the window of `text` too.
 */
export const collapseOutput = (text: string, failed: boolean, totalLines: number | null): CollapsedOutput => {
  const lines = text.replace(/\s+$/, '').split('\n');
  const all = Math.max(lines.length, totalLines ?? 0);
  const maxLines = failed ? errorLines : firstLines;
  if (all <= maxLines + 1) return { lines: lines.map(cutLine), hidden: all - lines.length };
  const from = failed ? findErrorLine(lines) : 0;
  const shown = lines
    .slice(from)
    .filter((line) => !failed || !isBlank(line))
    .slice(0, maxLines);
  return { lines: shown.map(cutLine), hidden: all - shown.length };
};

/** A line split around an error name, to emphasize it: [before, name, after]. */
export const splitErrorName = (line: string): [string, string, string] => {
  const found = /^(\s*)([\w.]*(?:Error|Exception)\b|FAIL(?:ED)?\b|fatal(?=:)|error(?=[:[])|[×✗✘❌](?= ))/.exec(line.slice(0, 300));
  if (!found) return [line, '', ''];
  const [whole, lead = '', name = ''] = found;
  return [lead, name, line.slice(whole.length)];
};

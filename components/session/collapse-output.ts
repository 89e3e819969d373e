import { explainFailure } from '@/lib/session/explain-failure.ts';
import { clipText } from '@/lib/print/cut-text.ts';

export type CollapsedOutput = { lines: string[]; hidden: number };

const firstLines = 8;
const errorLines = 3;
const maxLineChars = 2000;

const cutLine = (line: string): string => clipText(line, maxLineChars + 1);

/**
 * What a collapsed output shows: three lines that explain the failure, or the first eight. A single hidden line of one that did not fail
 * is shown instead. `totalLines` counts lines beyond the window of `text` too.
 */
export const collapseOutput = (text: string, failed: boolean, totalLines: number | null): CollapsedOutput => {
  const lines = text.replace(/\s+$/, '').split('\n');
  const all = Math.max(lines.length, totalLines ?? 0);
  const shown = failed ? explainFailure(lines.join('\n'), errorLines) : lines.slice(0, all <= firstLines + 1 ? all : firstLines);
  return { lines: shown.map(cutLine), hidden: all - shown.length };
};

/** A line split around an error name, to emphasize it: [before, name, after]. */
export const splitErrorName = (line: string): [string, string, string] => {
  const found = /^(\s*)([\w.]*(?:Error|Exception)\b|FAIL(?:ED)?\b|fatal(?=:)|error(?=[:[])|[×✗✘❌](?= ))/.exec(line.slice(0, 300));
  if (!found) return [line, '', ''];
  const [whole, lead = '', name = ''] = found;
  return [lead, name, line.slice(whole.length)];
};

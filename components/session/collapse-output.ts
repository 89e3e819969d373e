import { explainFailure } from '@/lib/session/explain-failure.ts';

/** `shown`: numbers of lines, from 0. */
export type CollapsedOutput = { shown: number[]; hidden: number };

const firstLines = 8;
const errorLines = 3;

/**
 * Lines of a collapsed output: three that explain the failure, or the first eight. A single hidden line of an output that did not fail is
 * shown, too. `totalLines` also counts lines beyond those at hand.
 */
export const collapseOutput = (lines: readonly string[], failed: boolean, totalLines: number | null): CollapsedOutput => {
  const all = Math.max(lines.length, totalLines ?? 0);
  const first = lines.slice(0, all <= firstLines + 1 ? all : firstLines);
  const shown = failed ? explainFailure(lines, errorLines) : Array.from(first.keys());
  return { shown, hidden: all - shown.length };
};

/** A line split around an error name, to emphasize it: [before, name, after]. */
export const splitErrorName = (line: string): [string, string, string] => {
  const found = /^(\s*)([\w.]*(?:Error|Exception)\b|FAIL(?:ED)?\b|fatal(?=:)|error(?=[:[])|[×✗✘❌](?= ))/.exec(line.slice(0, 300));
  if (!found) return [line, '', ''];
  const [whole, lead = '', name = ''] = found;
  return [lead, name, line.slice(whole.length)];
};

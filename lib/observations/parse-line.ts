import { parseSeedForm, type ReportDefaults } from './seed-form.ts';
import type { ReportedObservation } from './detection.ts';

/**
 * One line of a JSONL of observations, in the fields of the specification. `hasNoEnd`: it is the last one, and its file ends without a
 * newline, so that it may have been cut off.
 */
export const parseObservationLine = (
  line: string,
  hasNoEnd: boolean,
  reportDefaults: ReportDefaults,
): { reported: ReportedObservation } | { problem: string } => {
  let value: unknown;
  try {
    value = JSON.parse(line);
  } catch {
    return {
      problem: hasNoEnd && /^\s*\{/u.test(line) ? 'incomplete line: not valid JSON, and the file ends without a newline' : 'not valid JSON',
    };
  }
  return parseSeedForm(value, reportDefaults);
};

/** What a file is told that holds one list of all, as programs print it. */
export const isJsonList = 'This is a JSON list, not JSON Lines. Write one object per line';

/** Whether the first line of a file begins a list, which goes on in the next ones (`open`), or is a whole one; null: neither. */
export const findJsonList = (line: string): 'open' | 'whole' | null => {
  if (!/^\s*\[/u.test(line)) return null;
  try {
    JSON.parse(line);
    return 'whole';
  } catch {
    return /^\s*\[\s*(?:\{|$)/u.test(line) ? 'open' : null;
  }
};

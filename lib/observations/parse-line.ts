import { parseSeedForm, type ReportDefaults } from './seed-form.ts';
import type { ReportedObservation } from './detection.ts';
import { AppError } from '../domain/errors.ts';
import { parseJson } from '../domain/parse-json.ts';

/**
 * Parses one JSONL line of an observation in the specified fields. `hasNoEnd`: it is the last line and has no newline, so it may be
 * incomplete.
 */
export const parseObservationLine = (
  line: string,
  hasNoEnd: boolean,
  reportDefaults: ReportDefaults,
): { reported: ReportedObservation } | { problem: string } => {
  let value: unknown;
  try {
    value = parseJson(line);
  } catch (error) {
    if (error instanceof AppError) return { problem: error.message };
    return {
      problem: hasNoEnd && /^\s*\{/u.test(line) ? 'incomplete line: not valid JSON, and the file ends without a newline' : 'not valid JSON',
    };
  }
  return parseSeedForm(value, reportDefaults);
};

/** Problem for a file with one JSON list. */
export const isJsonList = 'This is a JSON list, not JSON Lines. Write one object per line';

/** Whether the first line starts a list (`open`) or holds a complete one; null for neither. */
export const findJsonList = (line: string): 'open' | 'whole' | null => {
  if (!/^\s*\[/u.test(line)) return null;
  try {
    parseJson(line);
    return 'whole';
  } catch {
    return /^\s*\[\s*(?:\{|$)/u.test(line) ? 'open' : null;
  }
};

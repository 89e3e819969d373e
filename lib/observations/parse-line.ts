import { parseSeedForm, type Untold } from './seed-form.ts';
import type { ToldObservation } from './sighting.ts';

/**
 * One line of a JSONL of observations, in the fields of the specification. `hasNoEnd`: it is the last one, and its file ends without a
 * newline, so that it may have been cut off.
 */
export const parseObservationLine = (line: string, hasNoEnd: boolean, untold: Untold): { told: ToldObservation } | { problem: string } => {
  let value: unknown;
  try {
    value = JSON.parse(line);
  } catch {
    return { problem: hasNoEnd ? 'the line is cut off: it is no JSON, and the file ends without a newline' : 'not JSON' };
  }
  return parseSeedForm(value, untold);
};

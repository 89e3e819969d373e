import type * as z from 'zod';
import type { ConfigProblem } from '../../observers/observer-set.ts';

export const toSentence = (message: string): string => (/[.!?]$/u.test(message) ? message : `${message}.`);

/** What a schema found wrong, as it is told of a configuration file: each unknown key by itself. `under`: where the value stands. */
export const toConfigProblems = (issue: z.core.$ZodIssue, under: readonly (string | number)[] = []): ConfigProblem[] => {
  const path = [...under, ...issue.path.map((part) => (typeof part === 'number' ? part : String(part)))];
  if (issue.code !== 'unrecognized_keys') return [{ path, message: toSentence(issue.message.replace(/^Invalid input: /u, 'Not valid: ')) }];
  return issue.keys.map((key) => ({ path: [...path, key], message: `Unknown key ${key}.` }));
};

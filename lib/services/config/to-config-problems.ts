import type * as z from 'zod';
import type { ConfigProblem } from '../../observers/observer-set.ts';

export const toSentence = (message: string): string => (/[.!?]$/u.test(message) ? message : `${message}.`);

/** Schema issues as configuration problems, one per unknown key. `under` is the path of the validated value. */
export const toConfigProblems = (issue: z.core.$ZodIssue, under: readonly (string | number)[] = []): ConfigProblem[] => {
  const path = [...under, ...issue.path.map((part) => (typeof part === 'number' ? part : String(part)))];
  if (issue.code !== 'unrecognized_keys') return [{ path, message: toSentence(issue.message.replace(/^Invalid input: /u, 'Not valid: ')) }];
  return issue.keys.map((key) => ({ path: [...path, key], message: `Unknown key ${key}.` }));
};

import type * as z from 'zod';

/** What is wrong with a value, and where: its path, such as `observers.0.parameters.window_size`. */
export type KeyProblem = { path: (string | number)[]; message: string };

export const toSentence = (message: string): string => (/[.!?]$/u.test(message) ? message : `${message}.`);

/** Schema issues as problems, one per unknown key. `under` is the path of the validated value. */
export const toKeyProblems = (issue: z.core.$ZodIssue, under: readonly (string | number)[] = []): KeyProblem[] => {
  const path = [...under, ...issue.path.map((part) => (typeof part === 'number' ? part : String(part)))];
  if (issue.code !== 'unrecognized_keys') return [{ path, message: toSentence(issue.message.replace(/^Invalid input: /u, 'Not valid: ')) }];
  return issue.keys.map((key) => ({ path: [...path, key], message: `Unknown key ${key}.` }));
};

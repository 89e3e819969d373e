import type * as z from 'zod';
import { toOneLine } from '../print/one-line.ts';
import { toInputMessage } from './input-message.ts';

type Issue = z.core.$ZodIssue;
type Union = z.core.$ZodIssueInvalidUnion;

const maxReported = 5;
/** Maximum length of one problem, which may quote input. */
const maxChars = 400;

/** Distance of an alternative from the input: unknown keys first, then other problems. */
const toDistance = (issues: readonly Issue[]): [number, number] => [
  issues.reduce((sum, issue) => sum + (issue.code === 'unrecognized_keys' && issue.path.length === 0 ? issue.keys.length : 0), 0),
  issues.length,
];

/** The closest alternative by its keys; null if there is a tie. */
const findMeant = ({ errors }: Union): readonly Issue[] | null => {
  const [first, second] = errors
    .map((issues) => ({ issues, distance: toDistance(issues) }))
    .toSorted((a, b) => a.distance[0] - b.distance[0] || a.distance[1] - b.distance[1]);
  const isAlike = first && second && first.distance.every((part, at) => part === second.distance[at]);
  return first && !isAlike ? first.issues : null;
};

/** Schema problems by field; for alternatives, those of the closest one. */
const toPlainIssues = (issues: readonly Issue[]): Issue[] =>
  issues.flatMap((issue) => {
    const meant = issue.code === 'invalid_union' ? findMeant(issue) : null;
    return meant ? toPlainIssues(meant).map((inner) => ({ ...inner, path: [...issue.path, ...inner.path] })) : [issue];
  });

/** Problems that a schema finds in a value, by field, in plain words. */
export const listInputIssues = (schema: z.ZodType, value: unknown, issues: readonly Issue[]): Issue[] =>
  toPlainIssues(issues).map((issue) => ({ ...issue, message: toInputMessage(schema, value, issue) }));

/** Problems as one sentence, field by field below a name. */
export const toInputProblems = (name: string, issues: readonly Issue[]): string => {
  const said = issues.slice(0, maxReported).map(({ path, message }) => {
    const reported = toOneLine(`${[name, ...path.map(String)].join('.')}: ${message}`, maxChars);
    return reported.replace(/\.$/u, '');
  });
  return `${said.join('; ')}${issues.length > maxReported ? `; and ${issues.length - maxReported} more` : ''}.`;
};

import type * as z from 'zod';
import { toOneLine } from './one-line.ts';

type Issue = z.core.$ZodIssue;
type Union = z.core.$ZodIssueInvalidUnion;

const maxReported = 5;
/** Of one problem: what was given may stand in it. */
const maxChars = 400;

/** How far an alternative is from what was given: keys that it does not know, then what else is wrong. */
const toDistance = (issues: readonly Issue[]): [number, number] => [
  issues.reduce((sum, issue) => sum + (issue.code === 'unrecognized_keys' && issue.path.length === 0 ? issue.keys.length : 0), 0),
  issues.length,
];

/** The alternative that was meant, by the keys that are given; null where none is nearer than all others. */
const findMeant = ({ errors }: Union): readonly Issue[] | null => {
  const [first, second] = errors
    .map((issues) => ({ issues, distance: toDistance(issues) }))
    .toSorted((a, b) => a.distance[0] - b.distance[0] || a.distance[1] - b.distance[1]);
  const isAlike = first && second && first.distance.every((part, at) => part === second.distance[at]);
  return first && !isAlike ? first.issues : null;
};

/** What schemas found wrong, each with its own field: of alternatives, what is wrong with the one that was meant. */
export const toPlainIssues = (issues: readonly Issue[]): Issue[] =>
  issues.flatMap((issue) => {
    const meant = issue.code === 'invalid_union' ? findMeant(issue) : null;
    return meant ? toPlainIssues(meant).map((inner) => ({ ...inner, path: [...issue.path, ...inner.path] })) : [issue];
  });

/** One sentence of what is wrong, field by field below a name. */
export const toInputProblems = (name: string, issues: readonly Issue[]): string => {
  const said = issues.slice(0, maxReported).map(({ path, message }) => {
    const reported = toOneLine(`${[name, ...path.map(String)].join('.')}: ${message}`, maxChars);
    return reported.replace(/\.$/u, '');
  });
  return `${said.join('; ')}${issues.length > maxReported ? `; and ${issues.length - maxReported} more` : ''}.`;
};

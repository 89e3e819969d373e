import type * as z from 'zod';

type Issue = z.core.$ZodIssue;

/** How zod begins the messages that it makes itself; a schema's own message is kept. */
const ofZod = /^(?:Invalid |Too (?:small|big))/u;

const nouns: Readonly<Record<string, string>> = {
  string: 'a string',
  number: 'a number',
  int: 'a whole number',
  boolean: 'true or false',
  array: 'a list',
  object: 'an object',
  record: 'an object',
  null: 'null',
  nan: 'a number',
};

const toNoun = (type: string): string => nouns[type.toLowerCase()] ?? type;

const joinWithOr = (words: readonly string[]): string =>
  words.length < 2 ? words.join('') : `${words.slice(0, -1).join(', ')} or ${words.at(-1)}`;

const describeType = ({ expected, message }: z.core.$ZodIssueInvalidType): string => {
  const received = /received (\w+)$/u.exec(message)?.[1];
  if (received === 'undefined') return 'is required';
  const isOtherNumber = received === 'NaN' || (received === 'number' && expected === 'int');
  return `must be ${toNoun(expected)}${received === undefined || isOtherNumber ? '' : `, not ${toNoun(received)}`}`;
};

const units: Readonly<Record<string, [one: string, many: string]>> = {
  string: ['character', 'characters'],
  array: ['item', 'items'],
  set: ['item', 'items'],
  map: ['item', 'items'],
  record: ['key', 'keys'],
};

const describeLimit = (origin: string, side: 'least' | 'most', limit: number | bigint, isInclusive: boolean): string => {
  const unit = units[origin];
  if (unit && side === 'least' && limit === 1) return 'must not be empty';
  if (unit) return `must have at ${side} ${limit} ${unit[limit === 1 ? 0 : 1]}`;
  if (isInclusive) return `must be at ${side} ${limit}`;
  return `must be ${side === 'least' ? 'above' : 'below'} ${limit}`;
};

const formats: Readonly<Record<string, string>> = {
  datetime: 'a time in ISO 8601, such as 2026-01-31T12:00:00Z',
  date: 'a date such as 2026-01-31',
  url: 'a URL',
  uuid: 'a UUID',
  regex: 'in the expected form',
};

/** Alternatives that fail as a whole, by what each expects; null if one fails further in. */
const describeUnion = ({ errors }: z.core.$ZodIssueInvalidUnion): string | null => {
  const expected = errors.flat().flatMap((issue) => {
    if (issue.path.length > 0) return [];
    if (issue.code === 'invalid_type') return [toNoun(issue.expected)];
    return issue.code === 'invalid_value' ? issue.values.map((value) => JSON.stringify(value)) : [];
  });
  return expected.length >= errors.length && expected.length > 0 ? `must be ${joinWithOr([...new Set(expected)])}` : null;
};

/** Problem that a schema finds in a value, worded to follow the value's name, such as `must be a number, not a string`. No final period. */
export const describeSchemaIssue = (issue: Issue): string => {
  if (!ofZod.test(issue.message)) return issue.message;
  switch (issue.code) {
    case 'invalid_type':
      return describeType(issue);
    case 'invalid_value':
      return `must be ${joinWithOr(issue.values.map((value) => JSON.stringify(value)))}`;
    case 'too_small':
      return describeLimit(issue.origin, 'least', issue.minimum, issue.inclusive !== false);
    case 'too_big':
      return describeLimit(issue.origin, 'most', issue.maximum, issue.inclusive !== false);
    case 'not_multiple_of':
      return `must be a multiple of ${issue.divisor}`;
    case 'invalid_format':
      return `must be ${formats[issue.format] ?? `a valid ${issue.format}`}`;
    case 'invalid_union':
      return describeUnion(issue) ?? 'is not valid';
    default:
      return 'is not valid';
  }
};

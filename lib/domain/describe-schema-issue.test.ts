import { expect, it } from 'vitest';
import * as z from 'zod';
import { describeSchemaIssue } from './describe-schema-issue.ts';

it.each([
  [z.string(), undefined, 'is required'],
  [z.string(), 5, 'must be a string, not a number'],
  [z.number(), '5', 'must be a number, not a string'],
  [z.int(), 1.5, 'must be a whole number'],
  [z.number(), NaN, 'must be a number'],
  [z.boolean(), null, 'must be true or false, not null'],
  [z.array(z.string()), {}, 'must be a list, not an object'],
  [z.record(z.string(), z.string()), [], 'must be an object, not a list'],
  [z.enum(['a', 'b', 'c']), 'd', 'must be "a", "b" or "c"'],
  [z.literal(1), 2, 'must be 1'],
  [z.string().min(1), '', 'must not be empty'],
  [z.string().max(2), 'abc', 'must have at most 2 characters'],
  [z.array(z.string()).min(2), [], 'must have at least 2 items'],
  [z.array(z.string()).max(1), ['', ''], 'must have at most 1 item'],
  [z.number().max(200), 300, 'must be at most 200'],
  [z.number().gt(0), 0, 'must be above 0'],
  [z.number().multipleOf(5), 3, 'must be a multiple of 5'],
  [z.iso.datetime(), 'x', 'must be a time in ISO 8601, such as 2026-01-31T12:00:00Z'],
  [z.string().regex(/^a/u), 'b', 'must be in the expected form'],
  [z.union([z.string(), z.array(z.string())]), 5, 'must be a string or a list'],
  [z.union([z.object({ a: z.string() }), z.object({ b: z.string() })]), {}, 'is not valid'],
  [z.string().min(3, 'needs 3 letters'), '', 'needs 3 letters'],
  [z.string().refine(() => false), '', 'is not valid'],
])('says in plain words what is wrong: %#', (schema, value, message) => {
  expect(schema.safeParse(value).error?.issues.map(describeSchemaIssue)).toEqual([message]);
});

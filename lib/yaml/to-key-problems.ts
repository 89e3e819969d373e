import * as z from 'zod';
import { findNearestName } from '../domain/nearest-name.ts';
import { describeSchemaIssue } from '../domain/describe-schema-issue.ts';

/** A problem with a value, and the path of the value, such as `observers.0.parameters.window_size`. */
export type KeyProblem = { path: (string | number)[]; message: string };

export const toSentence = (message: string): string => (/[.!?]$/u.test(message) ? message : `${message}.`);

/** Keys that a schema knows at a path. */
const listKeys = (schema: z.core.$ZodType | undefined, path: readonly (string | number)[]): string[] => {
  const [part, ...rest] = path;
  if (schema instanceof z.ZodOptional || schema instanceof z.ZodNullable || schema instanceof z.ZodDefault)
    return listKeys(schema.unwrap(), path);
  if (schema instanceof z.ZodArray) return listKeys(schema.element, rest);
  if (schema instanceof z.ZodDiscriminatedUnion) return schema.options.flatMap((option: z.core.$ZodType) => listKeys(option, path));
  if (!(schema instanceof z.ZodObject)) return [];
  const shape: z.core.$ZodShape = schema.shape;
  return part === undefined ? Object.keys(shape) : listKeys(shape[part], rest);
};

/** The key that an unknown one at the end of a path probably means; null if none is near. */
export const findMeantKey = (schema: z.ZodType, path: readonly (string | number)[]): string | null =>
  findNearestName(String(path.at(-1)), listKeys(schema, path.slice(0, -1)));

/** Problems that a schema finds, one per unknown key. `under` is the path of the validated value. */
export const toKeyProblems = (schema: z.ZodType, issue: z.core.$ZodIssue, under: readonly (string | number)[] = []): KeyProblem[] => {
  const path = issue.path.map((part) => (typeof part === 'number' ? part : String(part)));
  if (issue.code !== 'unrecognized_keys') return [{ path: [...under, ...path], message: toSentence(describeSchemaIssue(issue)) }];
  return issue.keys.map((key) => {
    const meant = findMeantKey(schema, [...path, key]);
    return { path: [...under, ...path, key], message: `Unknown key ${key}.${meant === null ? '' : ` Did you mean ${meant}?`}` };
  });
};

import * as z from 'zod';
import { describeSchemaIssue } from '../domain/describe-schema-issue.ts';
import { quote } from './quote.ts';

type JsonSchema = z.core.JSONSchema.JSONSchema;
type Issue = z.core.$ZodIssue;

const isObject = (value: unknown): value is Record<PropertyKey, unknown> => typeof value === 'object' && value !== null;

const findIn = (value: unknown, path: Issue['path']): unknown =>
  path.reduce<unknown>((at, part) => (isObject(at) ? at[part] : undefined), value);

const isNumber = (schema: JsonSchema | boolean): schema is JsonSchema =>
  typeof schema === 'object' && (schema.type === 'integer' || schema.type === 'number');

/** Which numbers a field takes: `a whole number from 1 to 100`. Null if it takes none, or any. */
const describeNumbers = (schema: z.ZodType, path: Issue['path']): string | null => {
  const field = path.reduce<JsonSchema | undefined>(
    (at, part) => {
      const next = at?.properties?.[String(part)];
      return typeof next === 'object' ? next : undefined;
    },
    z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }),
  );
  const numbers = field && [field, ...(field.anyOf ?? [])].find(isNumber);
  const [least, most] = [numbers?.minimum ?? numbers?.exclusiveMinimum, numbers?.maximum ?? numbers?.exclusiveMaximum];
  if (!numbers || typeof least !== 'number' || typeof most !== 'number') return null;
  const isUnlimited = most >= Number.MAX_SAFE_INTEGER;
  const above = `above ${least}${isUnlimited ? '' : numbers.maximum === undefined ? ` and below ${most}` : `, ${most} at most`}`;
  const from = isUnlimited ? `from ${least} on` : `from ${least} to ${most}`;
  return `a ${numbers.type === 'integer' ? 'whole ' : ''}number ${numbers.minimum === undefined ? above : from}`;
};

/** Problem with an input field: it is missing, or which numbers it takes and the given value; otherwise in the schema's words. */
export const toInputMessage = (schema: z.ZodType, value: unknown, issue: Issue): string => {
  const { path, code } = issue;
  const given = findIn(value, path);
  // A query holds its lists as text, so their items are not found in it.
  const isInList = typeof path.at(-1) === 'number';
  if (given === undefined && !isInList && (code === 'invalid_type' || code === 'invalid_value') && path.length > 0) return 'is required';
  const numbers = code === 'custom' ? null : describeNumbers(schema, path);
  return numbers === null ? describeSchemaIssue(issue) : `must be ${numbers}, not ${quote(given)}`;
};

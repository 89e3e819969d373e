import fc from 'fast-check';
import * as z from 'zod';
import type { Endpoint } from '../../lib/contracts/index.ts';

/** A request; `address` begins with the path. */
export type AnyRequest = { method: string; address: string; body: string | null };

type Schema = z.core.JSONSchema.JSONSchema;

const oddTexts = fc.oneof(
  fc.constantFrom('', ' ', '\0', '\ud800', '__proto__', 'constructor', '%', '"', "' OR 1=1 --", '../../x', '\u202e', '*', '-1', '1e999', 'null'),
  fc.constantFrom('claude-code:', ':', 'a:b', '9007199254740993', '2026-02-30', '+275760-09-13T00:00:00Z', 'x'.repeat(5_000)),
  fc.string({ unit: 'binary', maxLength: 30 }),
);
const odd: fc.Arbitrary<unknown> = fc.oneof(
  oddTexts,
  fc.constantFrom(null, true, 0, -1, 0.5, 2 ** 53, -(2 ** 63), 1e308, [], {}, [[]], [null]),
  fc.jsonValue({ maxDepth: 3 }),
);

const makeText = ({ format, minLength = 0, maxLength = 40 }: z.core.JSONSchema.StringSchema): fc.Arbitrary<string> => {
  const text = fc.string({ unit: 'grapheme', minLength, maxLength: Math.min(maxLength, minLength + 40) });
  return format === 'date-time' ? fc.date({ noInvalidDate: true }).map((date) => date.toISOString()) : fc.oneof(text, fc.constantFrom('a', 'b', 'c'));
};

const makeNumber = (schema: z.core.JSONSchema.NumberSchema): fc.Arbitrary<number> => {
  const [min, max] = [schema.minimum ?? -100, schema.maximum ?? 100_000];
  return fc.oneof(fc.constantFrom(min, max), fc.integer({ min: Math.ceil(min), max: Math.floor(max) }));
};

const makeObject = (schema: z.core.JSONSchema.ObjectSchema, names: Names): fc.Arbitrary<unknown> => {
  const fields = Object.entries(schema.properties ?? {}).map(([name, one]) => [name, names[name] ?? makeValue(one as Schema, names)] as const);
  const requiredKeys = schema.required?.filter((name) => fields.some(([field]) => field === name)) ?? [];
  const known = fc.record(Object.fromEntries(fields), { requiredKeys });
  // A key that is missing, or that nobody knows.
  const damage = fc.tuple(known, fc.constantFrom(...fields.map(([name]) => name), 'extra'), odd);
  return fc.oneof({ weight: 9, arbitrary: known }, { weight: 1, arbitrary: damage.map(([of, name, value]) => ({ ...of, [name]: value })) });
};

/** Values to use for parts of a name, such as ids of what there is. */
export type Names = Readonly<Record<string, fc.Arbitrary<unknown>>>;

/** Values that a schema allows, and now and then others. */
const makeValue = (schema: Schema | boolean, names: Names): fc.Arbitrary<unknown> => {
  if (typeof schema === 'boolean') return odd;
  return fc.oneof({ weight: 14, arbitrary: makeValid(schema, names) }, { weight: 1, arbitrary: odd });
};

const makeValid = (schema: Schema, names: Names): fc.Arbitrary<unknown> => {
  if (schema.enum) return fc.constantFrom(...schema.enum);
  if (schema.const !== undefined) return fc.constant(schema.const);
  const choices = schema.anyOf ?? schema.oneOf;
  if (choices) return fc.oneof(...choices.map((one) => makeValue(one, names)));
  switch (schema.type) {
    case 'object':
      return makeObject(schema as z.core.JSONSchema.ObjectSchema, names);
    case 'array': {
      const item = Array.isArray(schema.items) ? odd : makeValue(schema.items ?? true, names);
      return fc.array(item, { minLength: Math.min(schema.minItems ?? 0, 5), maxLength: 5 });
    }
    case 'string':
      return makeText(schema as z.core.JSONSchema.StringSchema);
    case 'integer':
    case 'number':
      return makeNumber(schema as z.core.JSONSchema.NumberSchema);
    case 'boolean':
      return fc.boolean();
    case 'null':
      return fc.constant(null);
    default:
      return odd;
  }
};

const toSchema = (schema: z.ZodType): Schema => z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' });

const toPart = (value: unknown): string => {
  const text = (typeof value === 'string' ? value : JSON.stringify(value)).toWellFormed();
  // A path of dots is another path.
  return encodeURIComponent(/^\.{0,2}$/u.test(text) ? 'x' : text);
};

const listEntries = (values: unknown): [string, unknown][] =>
  typeof values === 'object' && values !== null ? Object.entries(values) : [];

/** Requests to an endpoint: most of what its schemas allow, some of what they do not. */
export const makeRequests = (endpoint: Endpoint, names: Names): fc.Arbitrary<AnyRequest> => {
  const params = makeValue(toSchema(endpoint.params), names).map((values) => new Map(listEntries(values)));
  const query = makeValue(toSchema(endpoint.query), names).map((values) =>
    listEntries(values).map(([name, value]) => `${toPart(name)}=${toPart(value)}`),
  );
  const stray = fc.oneof({ weight: 20, arbitrary: fc.constant([]) }, { weight: 1, arbitrary: fc.constantFrom(['a'], ['%E0%A4%A'], ['limit=1', 'limit=2']) });
  const json = makeValue(toSchema(endpoint.body), names).map((value) => JSON.stringify(value));
  const text = fc.oneof({ weight: 12, arbitrary: json }, { weight: 1, arbitrary: fc.constantFrom('', '{', '[]', 'null', '"', '\0', '{"a":1}}', '['.repeat(9_999)) });
  const hasBody = endpoint.method !== 'GET' && endpoint.method !== 'DELETE';
  const path = params.map((values) => endpoint.path.replace(/\[(\w+)\]/gu, (_, name: string) => toPart(values.get(name) ?? 'x')));
  const search = fc.tuple(query, stray).map(([known, more]) => [...known, ...more].join('&'));
  return fc.record({
    method: fc.constant(endpoint.method),
    address: fc.tuple(path, search).map(([place, values]) => (values === '' ? place : `${place}?${values}`)),
    body: hasBody ? text : fc.constant(null),
  });
};

import * as z from 'zod';
import type { ObserverKindShown } from '../../domain/observer-kind.ts';

type Parameter = ObserverKindShown['parameters'][number];

/** Subset of JSON Schema that parameters use. */
const shape = z.object({
  type: z.enum(['integer', 'number', 'boolean', 'string', 'array']),
  enum: z.array(z.string()).optional(),
  minimum: z.number().optional(),
  exclusiveMinimum: z.number().optional(),
  maximum: z.number().optional(),
});
const orNull = z
  .object({ anyOf: z.tuple([shape, z.object({ type: z.literal('null') })]) })
  .transform(({ anyOf: [inner] }) => ({ ...inner, nullable: true }));
const property = z
  .object({ description: z.string().default('') })
  .and(z.union([shape.transform((given) => ({ ...given, nullable: false })), orNull]));
const properties = z.object({ properties: z.record(z.string(), property) });

const typeOf = ({ type }: z.output<typeof shape>): Parameter['type'] => {
  if (type === 'string') return 'choice';
  return type === 'array' ? 'texts' : type;
};

/** Bounds implied by the integer type do not count. */
const toBound = (bound: number | undefined): number | null =>
  bound === undefined || !Number.isSafeInteger(Math.trunc(bound)) || Math.abs(bound) === Number.MAX_SAFE_INTEGER ? null : bound;

/** Parameters of an observer for a form, in schema order. Throws if a type has no form field. */
export const toParameters = (schema: z.ZodType): Parameter[] =>
  Object.entries(properties.parse(z.toJSONSchema(schema, { io: 'input' })).properties).map(([name, given]) => ({
    name,
    description: given.description,
    type: typeOf(given),
    nullable: given.nullable,
    choices: given.enum ?? null,
    least: toBound(given.minimum ?? given.exclusiveMinimum),
    leastExcluded: given.minimum === undefined && given.exclusiveMinimum !== undefined,
    most: toBound(given.maximum),
  }));

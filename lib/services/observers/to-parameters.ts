import * as z from 'zod';
import type { ObserverKindShown } from '../../contracts/observers.ts';

type Parameter = ObserverKindShown['parameters'][number];

/** The part of JSON Schema that parameters are written in. */
const property = z.object({
  type: z.enum(['integer', 'number', 'boolean', 'string', 'array']),
  description: z.string().default(''),
  enum: z.array(z.string()).optional(),
  minimum: z.number().optional(),
  exclusiveMinimum: z.number().optional(),
  maximum: z.number().optional(),
});
const properties = z.object({ properties: z.record(z.string(), property) });

const typeOf = ({ type }: z.output<typeof property>): Parameter['type'] => {
  if (type === 'string') return 'choice';
  return type === 'array' ? 'texts' : type;
};

/** A bound that is only that of the number's type is none. */
const toBound = (bound: number | undefined): number | null =>
  bound === undefined || !Number.isSafeInteger(Math.trunc(bound)) || Math.abs(bound) === Number.MAX_SAFE_INTEGER ? null : bound;

/** The parameters of an observer for a form, in the order of their schema. Throws where one is of a type that no form shows. */
export const toParameters = (schema: z.ZodType): Parameter[] =>
  Object.entries(properties.parse(z.toJSONSchema(schema, { io: 'input' })).properties).map(([name, given]) => ({
    name,
    description: given.description,
    type: typeOf(given),
    choices: given.enum ?? null,
    least: toBound(given.minimum ?? given.exclusiveMinimum),
    leastExcluded: given.minimum === undefined && given.exclusiveMinimum !== undefined,
    most: toBound(given.maximum),
  }));

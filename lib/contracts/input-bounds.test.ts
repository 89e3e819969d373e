import { describe, expect, it } from 'vitest';
import * as z from 'zod';
import { contracts, type Endpoint } from './index.ts';

type Schema = {
  type?: string;
  const?: unknown;
  minimum?: number;
  maximum?: number;
  exclusiveMinimum?: number;
  exclusiveMaximum?: number;
  properties?: Record<string, Schema>;
  additionalProperties?: Schema | boolean;
  items?: Schema;
  anyOf?: Schema[];
  oneOf?: Schema[];
  allOf?: Schema[];
  $defs?: Record<string, Schema>;
};

/** More than anything that is counted or measured. */
const largest = 1e15;

const listUnbounded = (schema: Schema, place: string): string[] => {
  if ((schema.type === 'number' || schema.type === 'integer') && schema.const === undefined) {
    const min = schema.minimum ?? schema.exclusiveMinimum ?? -Infinity;
    const max = schema.maximum ?? schema.exclusiveMaximum ?? Infinity;
    return min < -largest || max > largest ? [place] : [];
  }
  const parts = [schema.items, schema.additionalProperties, ...(schema.anyOf ?? []), ...(schema.oneOf ?? []), ...(schema.allOf ?? [])];
  return [
    ...parts.flatMap((one) => (typeof one === 'object' ? listUnbounded(one, place) : [])),
    ...Object.entries({ ...schema.properties, ...schema.$defs }).flatMap(([name, one]) => listUnbounded(one, `${place}.${name}`)),
  ];
};

describe('what bodies hold', () => {
  it('has no number without bounds', () => {
    const endpoints = Object.values(contracts).flatMap((group) => Object.values<Endpoint>(group));
    const unbounded = endpoints.flatMap(({ method, path, body }) =>
      listUnbounded(z.toJSONSchema(body, { io: 'input', unrepresentable: 'any' }) as Schema, `${method} ${path} body`),
    );
    expect(unbounded).toEqual([]);
  });
});

import * as z from 'zod';
import { quote } from './quote.ts';

/** A strict object schema whose error lists the valid keys. */
export const onlyKeys = <Shape extends z.ZodRawShape>(shape: Shape): z.ZodObject<Shape, z.core.$strict> =>
  z.strictObject(shape, {
    error: (issue) =>
      issue.code === 'unrecognized_keys'
        ? `Unrecognized key: ${quote(issue.keys[0])}. Valid keys: ${Object.keys(shape).join(', ') || 'none'}`
        : undefined,
  });

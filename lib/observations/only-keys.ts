import * as z from 'zod';
import { quote } from './quote.ts';

/** An object of these keys alone; one with another key is told which there are. */
export const onlyKeys = <Shape extends z.ZodRawShape>(shape: Shape): z.ZodObject<Shape, z.core.$strict> =>
  z.strictObject(shape, {
    error: (issue) =>
      issue.code === 'unrecognized_keys'
        ? `Unrecognized key: ${quote(issue.keys[0])}. Valid keys: ${Object.keys(shape).join(', ') || 'none'}`
        : undefined,
  });

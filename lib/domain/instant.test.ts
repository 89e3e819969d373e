import { expect, it } from 'vitest';
import * as z from 'zod';
import { instant, timed } from './instant.ts';

const visit = timed({ name: z.string(), at: instant, startedAt: instant.nullable(), stay: z.object({ endedAt: z.string() }) });
const onWire = { name: 'a', at: '1970-01-01T00:00:01.000Z', startedAt: null, stay: { endedAt: 'later' } };
const inCode = { name: 'a', atMs: 1000, startedAtMs: null, stay: { endedAt: 'later' } };

it('names an instant by what it holds: text on the wire, milliseconds in code', () => {
  expect(z.decode(visit, onWire)).toEqual(inCode);
  expect(z.encode(visit, inCode)).toEqual(onWire);
});

it('checks both sides, and describes the wire', () => {
  expect(visit.safeParse({ ...onWire, at: 1000 }).success).toBe(false);
  expect(() => z.encode(visit, { ...inCode, atMs: Number.NaN })).toThrow();
  expect(Object.keys(z.toJSONSchema(visit, { io: 'input' }).properties ?? {})).toEqual(['name', 'at', 'startedAt', 'stay']);
});

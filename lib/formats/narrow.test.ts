import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { writeDeepJson } from './deep-json.ts';
import { toJson } from './narrow.ts';

const levels = 100_000;

describe('toJson', () => {
  it('writes what the stack does not hold', () => {
    const lists = '['.repeat(levels) + ']'.repeat(levels);
    const objects = '{"a":'.repeat(levels) + '[1,null,"x"]' + '}'.repeat(levels);
    expect(toJson(JSON.parse(lists)) === lists).toBe(true);
    expect(toJson(JSON.parse(objects)) === objects).toBe(true);
  });

  it('writes deep values as it does flat ones', () => {
    fc.assert(fc.property(fc.jsonValue(), (value) => writeDeepJson(value) === JSON.stringify(value)));
    expect(writeDeepJson({ a: undefined, b: [undefined] })).toBe('{"b":[null]}');
  });
});

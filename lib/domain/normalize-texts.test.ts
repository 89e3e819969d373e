import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { fuzz } from '../../e2e/fuzz.ts';
import { normalizeTexts } from './normalize-texts.ts';
import { parseExactJson, parseJson } from './parse-json.ts';

const text = fc.oneof(
  fc.string({ unit: 'binary' }),
  fc.constantFrom('\0', '\ud800', '\udc00', '\ud83d\ude00', '\\u0000', '\\', '"', '\ufffd', '__proto__', ''),
);
const texts = fc.array(text, { maxLength: 4 }).map((parts) => parts.join(''));
const { value } = fc.letrec((tie) => ({
  value: fc.oneof({ maxDepth: 3 }, texts, fc.integer(), fc.constant(null), tie('list'), tie('fields')),
  list: fc.array(tie('value'), { maxLength: 4 }),
  fields: fc.dictionary(texts, tie('value'), { maxKeys: 4 }),
}));

const toExpected = (one: string): string => one.toWellFormed().replaceAll('\0', '\ufffd');

describe('normalizeTexts', () => {
  it('replaces texts and keys at any place, and nothing else', () => {
    fc.assert(
      fc.property(value, (given) => {
        const json = JSON.stringify(given);
        const expected: unknown = JSON.parse(json, (_, one: unknown) =>
          typeof one === 'string'
            ? toExpected(one)
            : typeof one === 'object' && one !== null && !Array.isArray(one)
              ? Object.fromEntries(Object.entries(one).map(([key, field]) => [toExpected(key), field as unknown]))
              : one,
        );
        expect(normalizeTexts(given)).toEqual(expected);
        expect(parseJson(json)).toEqual(expected);
        expect(parseExactJson(json)).toEqual(JSON.parse(json));
        expect(normalizeTexts(normalizeTexts(given))).toEqual(normalizeTexts(given));
      }),
      fuzz(300),
    );
  });

  it('returns a normal value itself, and takes any depth', () => {
    const given = { a: ['x', { b: null }], bytes: Buffer.from('\0'), at: new Date(0), run: () => '\0' };
    expect(normalizeTexts(given)).toBe(given);
    const deep = (inner: string): unknown => JSON.parse(`${'[{"a":'.repeat(50_000)}${JSON.stringify(inner)}${'}]'.repeat(50_000)}`);
    let found = normalizeTexts(deep('\0'));
    while (typeof found === 'object' && found !== null) found = Object.values(found)[0];
    expect(found).toBe('\ufffd');
  });

  it('keeps pairs of escapes, and backslashes before what only looks like one', () => {
    expect(parseJson('["\\ud83d\\ude00","\\\\u0000","\\\\\\u0000","\\uD800\\uDBFF\\uDC00","\\udc00\\ud800"]')).toEqual([
      ...['\ud83d\ude00', '\\u0000', '\\\ufffd'],
      ...['\ufffd\udbff\udc00', '\ufffd\ufffd'],
    ]);
  });
});

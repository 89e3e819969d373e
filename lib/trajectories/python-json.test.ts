import fc from 'fast-check';
import { expect, it } from 'vitest';
import { fuzz, fuzzTimeout } from '../../e2e/fuzz.ts';
import { parsePythonJson } from './python-json.ts';

const attempt = (parse: (text: string) => unknown, text: string): unknown => {
  try {
    // The objects of one parser have no prototype.
    return { value: JSON.stringify(parse(text)) };
  } catch (error) {
    return error instanceof SyntaxError ? 'refused' : error;
  }
};

const parts = [
  '{',
  '}',
  '[',
  ']',
  ',',
  ':',
  '"a"',
  '"\\u00',
  '\\',
  '"',
  ' ',
  '\n',
  '\u00a0',
  '0',
  '1',
  '-',
  '.',
  'e',
  '+',
  'true',
  'null',
  '\u2028',
  '\0',
];
const jsonLike = fc.array(fc.constantFrom(...parts), { maxLength: 14 }).map((list) => list.join(''));
const texts = fc.oneof(
  jsonLike,
  fc.json({ stringUnit: 'binary' }),
  fc.json().map((json) => json.slice(0, -1)),
);

it('takes and refuses the same texts as JSON.parse, but for NaN and Infinity', { timeout: fuzzTimeout(20_000) }, () => {
  fc.assert(
    fc.property(texts, (text) => {
      expect(attempt((one) => parsePythonJson(one, Number), text)).toEqual(attempt(JSON.parse, text));
    }),
    fuzz(2_000),
  );
});

import { expect, it } from 'vitest';
import { compressText, decompressText } from './compress.ts';

it('gives back what was stored, whatever it holds', () => {
  for (const text of ['', 'a', 'ä'.repeat(100_000), '\0\uFFFD line\r\n']) expect(decompressText(compressText(text))).toBe(text);
});

it('names damage instead of failing without a word', () => {
  const data = compressText('some text '.repeat(1_000));
  expect(() => decompressText(data.subarray(0, data.length / 2))).toThrow('damaged in the database');
  expect(() => decompressText(Buffer.from('no such thing'))).toThrow('damaged in the database');
});

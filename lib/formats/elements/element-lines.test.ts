import { expect, it } from 'vitest';
import { longFingerprintOf, makeElementLines } from './element-lines.ts';

it('numbers elements, and makes their texts when they are asked for alone', () => {
  const elements = makeElementLines();
  elements.add({ text: 'é' });
  elements.add([1]);
  expect(elements.lines.map(({ number, offset, bytes, text }) => [number, offset, bytes, text])).toEqual([
    [1, 0, 13, '{"text":"é"}'],
    [2, 14, 3, '[1]'],
  ]);
  for (const line of elements.lines) {
    expect(line.hash).toBe(longFingerprintOf(line.text));
    expect(Object.getOwnPropertyDescriptor(line, 'text')?.value).toBeUndefined();
  }
});

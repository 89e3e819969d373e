import { expect, it } from 'vitest';
import { longFingerprintOf, makeElementDrafts } from './element-drafts.ts';
import { addRecord } from './drafting.ts';

it('numbers elements, and makes their texts when they are asked for alone', () => {
  const elements = makeElementDrafts();
  const lines = [elements.add({ text: 'é' }), elements.add([1])];
  expect(lines.map(({ number, offset, bytes, text }) => [number, offset, bytes, text])).toEqual([
    [1, 0, 13, '{"text":"é"}'],
    [2, 14, 3, '[1]'],
  ]);
  for (const line of lines) {
    expect(line.hash).toBe(longFingerprintOf(line.text));
    expect(Object.getOwnPropertyDescriptor(line, 'text')?.value).toBeUndefined();
  }
});

it('gives what was drafted away in parts of whole elements', () => {
  const elements = makeElementDrafts();
  const parts = Array.from({ length: 300 }, (_, at) => {
    const line = elements.add(at);
    const of = { out: elements.out, line, session: 's', nativeKey: null, atMs: null, model: null, response: null, nextBlock: 0 };
    for (let block = 0; block < 7; block += 1) addRecord(of, 'response', String(block));
    return elements.takeFull();
  }).flat();
  const all = [...parts, elements.takeRest(), elements.takeRest()];
  expect(all.map(({ records, lines }) => [records.length, lines?.length])).toEqual([
    [1_001, 143],
    [1_001, 143],
    [98, 14],
    [0, 0],
  ]);
  expect(all.flatMap(({ lines }) => lines?.map(({ number }) => number))).toEqual(Array.from({ length: 300 }, (_, at) => at + 1));
});

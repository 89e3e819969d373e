import { expect, it } from 'vitest';
import type { LineReader } from '../../formats/format.ts';
import { decodeLines } from './decode-lines.ts';
import { makePlacer } from './place-drafts.ts';

it('fails once, where it is awaited, when a reader throws in batch after batch', async () => {
  const reader: LineReader = {
    read: () => {
      throw new Error('a fault of the reader');
    },
    state: () => null,
  };
  async function* bytes() {
    for (let block = 0; block < 4; block += 1) {
      yield Buffer.from('{}\n'.repeat(2_000));
      await new Promise((resolve) => setTimeout(resolve, 5));
    }
  }
  const placer = makePlacer({ sourceId: 'source', family: 'family' });
  const read = async () => {
    for await (const batch of decodeLines(bytes(), reader, placer, { offset: 0, line: 0 })) expect(batch).toBeUndefined();
  };
  // Vitest fails a run with a rejection that nobody handled.
  await expect(read()).rejects.toThrow('a fault of the reader');
  await new Promise((resolve) => setTimeout(resolve, 20));
});

it('gives no issue of a last line that ends within a character, since the rest is to come', async () => {
  const reader: LineReader = { read: () => undefined, state: () => null };
  const line = Buffer.from('{"word":"café"}\n');
  async function* bytes(length: number) {
    yield await Promise.resolve(line.subarray(0, length));
  }
  const issuesOf = async (length: number) => {
    const placer = makePlacer({ sourceId: 'source', family: 'family' });
    const issues = [];
    for await (const { drafts, tail } of decodeLines(bytes(length), reader, placer, { offset: 0, line: 0 }))
      issues.push(tail, drafts.issues);
    return issues;
  };
  const withinCharacter = line.length - 4;
  expect(line.subarray(0, withinCharacter).toString()).toBe('{"word":"caf\uFFFD');
  expect(await issuesOf(withinCharacter)).toEqual(['pending', []]);
  expect(await issuesOf(line.length)).toEqual(['none', []]);
});

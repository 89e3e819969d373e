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

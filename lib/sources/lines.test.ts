import { createHash } from 'node:crypto';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { chunksOf, collectBatches } from '../formats/__fixtures__/reduce-bytes.ts';
import { defaultLineLimits, readLines, toLineHash, type LineBatch } from './lines.ts';

const sha256 = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex');
const linesOf = (batches: readonly LineBatch[]) => batches.flatMap((batch) => batch.lines);
const lastOf = (batches: readonly LineBatch[]) => {
  const last = batches.at(-1);
  if (!last) throw new Error('A last batch always comes.');
  return last;
};

describe('readLines', () => {
  it('splits at \\n alone and drops one \\r', async () => {
    const bytes = Buffer.from('a\r\nb\u2028c\u0085d\r\r\ne');
    const batches = await collectBatches(bytes);
    expect(linesOf(batches).map(({ number, offset, bytes: length, text }) => ({ number, offset, length, text }))).toEqual([
      { number: 1, offset: 0, length: 1, text: 'a' },
      { number: 2, offset: 3, length: 9, text: 'b\u2028c\u0085d\r' },
    ]);
    expect(lastOf(batches).tail).toMatchObject({ number: 3, offset: 14, text: 'e' });
  });

  it('skips a byte order mark and leaves blank lines out but counts them', async () => {
    const batches = await collectBatches(Buffer.from('\uFEFFa\n\n \t\r\nb\n'));
    expect(linesOf(batches).map(({ number, offset, text }) => [number, offset, text])).toEqual([
      [1, 3, 'a'],
      [4, 10, 'b'],
    ]);
    expect(lastOf(batches)).toMatchObject({ offset: 12, line: 4, tail: null });
  });

  it('gives the tail apart and does not count it as consumed', async () => {
    const bytes = Buffer.from('{"a":1}\n{"b":');
    const last = lastOf(await collectBatches(bytes));
    expect(last).toMatchObject({ offset: 8, line: 1, offsetSha256: sha256(bytes.subarray(0, 8)), fileSha256: sha256(bytes) });
    expect(last.tail).toMatchObject({ number: 2, text: '{"b":', hash: toLineHash(Buffer.from('{"b":')) });
  });

  it('reports invalid UTF-8 and decodes it with replacement', async () => {
    const batches = await collectBatches(Buffer.concat([Buffer.from('ok\nbad '), Buffer.from([0xff]), Buffer.from('\nfine\n')]));
    expect(linesOf(batches).map((line) => line.text)).toEqual(['ok', 'bad \uFFFD', 'fine']);
    expect(batches.flatMap((batch) => batch.issues)).toMatchObject([{ line: 2, code: 'invalid_utf8' }]);
  });

  it('skips a line over its limit without keeping it, and reads on', async () => {
    const bytes = Buffer.from(`short\n${'x'.repeat(5000)}\nafter\n`);
    for (const chunkBytes of [7, 64, 100_000]) {
      const batches = await collectBatches(bytes, { lineBytes: 1000 }, { offset: 0, line: 0 }, chunkBytes);
      expect(linesOf(batches).map((line) => [line.number, line.text])).toEqual([
        [1, 'short'],
        [3, 'after'],
      ]);
      const [issue] = batches.flatMap((batch) => batch.issues);
      expect(issue).toMatchObject({ line: 2, code: 'line_too_long', excerpt: 'x'.repeat(200) });
      expect(issue?.message).toContain('has 5.0 kB; at most 1.0 kB are read');
      const [overlong] = batches.flatMap((batch) => batch.overlong);
      expect(overlong).toMatchObject({ number: 2, bytes: 5000 });
      expect('x'.repeat(5000).startsWith(overlong?.text ?? '-')).toBe(true);
      expect(overlong?.text.length).toBeGreaterThan(1000);
      expect(lastOf(batches)).toMatchObject({ offset: bytes.length, line: 3, offsetSha256: sha256(bytes), fileSha256: sha256(bytes) });
    }
  });

  it('does not consume an unfinished line over its limit', async () => {
    const bytes = Buffer.from(`short\n${'x'.repeat(5000)}`);
    const last = lastOf(await collectBatches(bytes, { lineBytes: 1000 }, { offset: 0, line: 0 }, 300));
    expect(last).toMatchObject({ offset: 6, line: 1, tail: null, offsetSha256: sha256(bytes.subarray(0, 6)), fileSha256: sha256(bytes) });
  });

  it('continues from an offset as if it had never stopped', async () => {
    const text = Buffer.from('one\ntwo\n\nthree\nfour');
    await fc.assert(
      fc.asyncProperty(fc.integer({ min: 0, max: text.length }), fc.integer({ min: 1, max: 9 }), async (cut, chunkBytes) => {
        const first = lastOf(await collectBatches(text.subarray(0, cut)));
        const whole = await collectBatches(text);
        const hash = createHash('sha256').update(text.subarray(0, first.offset));
        const rest: LineBatch[] = [];
        const start = { offset: first.offset, line: first.line, hash };
        for await (const batch of readLines(chunksOf(text.subarray(first.offset), chunkBytes), start)) rest.push(batch);
        const before = linesOf(await collectBatches(text.subarray(0, cut)));
        expect([...before, ...linesOf(rest)]).toEqual(linesOf(whole));
        expect(lastOf(rest)).toMatchObject({
          tail: lastOf(whole).tail,
          fileSha256: sha256(text),
          offsetSha256: lastOf(whole).offsetSha256,
        });
      }),
    );
  });

  it('gives the same lines for any bytes, chunks and batches', async () => {
    const bytes = fc.uint8Array({ maxLength: 200 }).map((array) => array.map((byte) => (byte % 5 === 0 ? 10 : byte)));
    await fc.assert(
      fc.asyncProperty(bytes, fc.integer({ min: 1, max: 50 }), fc.integer({ min: 1, max: 4 }), async (array, chunkBytes, batchLines) => {
        const whole = await collectBatches(array);
        const parts = await collectBatches(array, { batchLines }, { offset: 0, line: 0 }, chunkBytes);
        expect(linesOf(parts)).toEqual(linesOf(whole));
        expect(parts.flatMap((batch) => batch.issues)).toEqual(whole.flatMap((batch) => batch.issues));
        for (const batch of parts) expect(batch.offsetSha256).toBe(sha256(array.subarray(0, batch.offset)));
      }),
    );
  });

  it('holds batches to their size', async () => {
    const batches = await collectBatches(
      Buffer.from('line of text\n'.repeat(10_000)),
      { batchBytes: 4096 },
      { offset: 0, line: 0 },
      1 << 20,
    );
    expect(Math.max(...batches.map((batch) => batch.lines.length))).toBeLessThan(700);
    expect(linesOf(batches)).toHaveLength(10_000);
    expect(defaultLineLimits.lineBytes).toBe(24 * 1024 * 1024);
  });
});

import { readFile, readdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { flip, flipsOf } from '../../formats/__fixtures__/flips.ts';
import { fuzz, fuzzTimeout } from '../../../e2e/fuzz.ts';
import { makeDatabaseArchive, makeEmptyStore, recordsOf, type DatabaseArchive } from './__fixtures__/database-archive.ts';
import { writeStore } from './__fixtures__/write-oats-store.ts';

let archive: DatabaseArchive;
beforeEach(async () => {
  archive = await makeDatabaseArchive();
});
afterEach(() => archive.close());

describe('a damaged database', () => {
  /** Small pages: some eighty of them. */
  const makeBytes = async () => {
    const file = path.join(archive.home, 'whole.db');
    writeStore(file, 120, 512);
    return readFile(file);
  };

  it('gives the rows that can be read and names those that cannot', async () => {
    const bytes = await makeBytes();
    const rows = bytes.indexOf('Do 60');
    bytes.fill(0xff, rows - (rows % 512), rows - (rows % 512) + 512);
    const file = path.join(archive.home, 'damaged.db');
    await writeFile(file, bytes);
    const damaged = await archive.importPath(file);
    expect(damaged).toMatchObject({ status: 'partial', skippedLines: 1, issues: [{ code: 'malformed', line: null }] });
    expect(damaged.issues[0]?.message).toMatch(/of trajectories rows \d+ to \d+ could not be read/u);
    const [, first = '', last = ''] = /rows (\d+) to (\d+)/u.exec(damaged.issues[0]?.message ?? '') ?? [];
    const lost = Number(last) - Number(first) + 1;
    expect(lost).toBeLessThan(20);
    const read = (await recordsOf(archive.store)).filter(({ kind }) => kind !== 'meta');
    expect(read).toHaveLength(240 - lost);
  });

  it('is read to its end where its pages lead back to earlier rows', async () => {
    // The first is of an id in a page above the rows.
    const bytes = flip(await makeBytes(), [
      [932, 5],
      [15_691, 65],
      [21_547, 66],
    ]);
    const file = path.join(archive.home, 'astray.db');
    await writeFile(file, bytes);
    const { status, skippedLines } = await archive.importPath(file);
    expect([status, skippedLines]).toEqual(['partial', 1]);
  });

  it('is refused by name when its header tells a schema format that no version writes', async () => {
    const bytes = await makeBytes();
    bytes.writeUInt32BE(99, 44);
    const file = path.join(archive.home, 'future.db');
    await writeFile(file, bytes);
    const result = await archive.importPath(file);
    expect(['refused', 'failed']).toContain(result.status);
    expect(result.issues).toHaveLength(1);
  });

  it(
    'never makes an import throw, and is never changed, wherever it is cut or its bytes are flipped',
    async () => {
      const bytes = await makeBytes();
      const file = path.join(archive.home, 'a.db');
      const check = async (content: Buffer) => {
        await writeFile(file, content);
        const into = makeEmptyStore();
        const { status, issues } = await archive.importInto(into, file);
        await into.close();
        expect(['imported', 'partial', 'refused', 'failed']).toContain(status);
        if (status !== 'imported') expect(issues[0]?.message).toMatch(/\w{3,}/u);
        expect((await readFile(file)).equals(content)).toBe(true);
        expect((await readdir(archive.home)).sort()).toEqual(['a.db', 'whole.db']);
      };
      await fc.assert(
        fc.asyncProperty(fc.nat(bytes.length), (length) => check(bytes.subarray(0, length))),
        fuzz(25),
      );
      const place = fc.oneof(fc.nat(1023), fc.nat(bytes.length - 1));
      await fc.assert(
        fc.asyncProperty(flipsOf(place, 6), (flips) => check(flip(bytes, flips))),
        fuzz(60),
      );
    },
    fuzzTimeout(120_000),
  );
});

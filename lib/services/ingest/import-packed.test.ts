import { mkdtemp, open, readdir, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { Readable } from 'node:stream';
import { gzipSync } from 'node:zlib';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { openStore } from '../../../db/open-store.ts';
import { readFixture } from '../../formats/__fixtures__/reduce-bytes.ts';
import { unpackFile } from '../../sources/unpack-file.ts';
import { unpackZstd, type ZstdTime } from '../../sources/unzstd.ts';
import { toZstd } from './__fixtures__/to-zstd.ts';
import type { Store } from '../../store/store.ts';
import { importFile } from './import-file.ts';

const rollout = readFixture('codex/parent.jsonl');
let folder: string;
let store: Store;

beforeEach(async () => {
  folder = await mkdtemp(path.join(os.tmpdir(), 'gzip-test-'));
  store = openStore(':memory:', { migrationsFolder: path.resolve('db/migrations') });
});
afterEach(async () => {
  await store.close();
  await rm(folder, { recursive: true, force: true });
});

const put = async (name: string, bytes: Uint8Array): Promise<string> => {
  const file = path.join(folder, name);
  await writeFile(file, bytes);
  return file;
};
const importPath = (file: string, signal = new AbortController().signal) =>
  importFile({ store, now: () => 0 }, { file, path: file, synthetic: false, signal, onProgress: () => undefined });
const listLeft = async () => (await readdir(os.tmpdir())).filter((name) => /^observatory-[0-9a-f]{8}-/u.test(name));

describe('a rollout packed with gzip', () => {
  it('is read as what it unpacks to, once, whatever its name', async () => {
    const before = await listLeft();
    const bytes = gzipSync(rollout);
    const packed = await put('rollout.jsonl', bytes);
    const sizes = { bytes: bytes.length, bytesRead: bytes.length };
    const first = await importPath(packed);
    expect(first).toMatchObject({ status: 'imported', format: 'codex', ...sizes, toolCalls: 1 });
    expect(await importPath(packed)).toMatchObject({ status: 'unchanged', unchanged: true, ...sizes });
    expect(await importPath(await put('plain.jsonl', rollout))).toMatchObject({ status: 'unchanged', sha256: first.sha256 });
    expect(await listLeft()).toEqual(before);
  });

  it('goes on where it was when it is packed again longer', async () => {
    const cut = rollout.lastIndexOf('\n', rollout.length - 2) + 1;
    const file = await put('rollout.jsonl.gz', gzipSync(rollout.subarray(0, cut)));
    const { records } = await importPath(file);
    await put('rollout.jsonl.gz', gzipSync(rollout));
    expect(await importPath(file)).toMatchObject({ status: 'imported', records: records + 1, newRecords: 1 });
  });

  it('is refused or fails by name where it cannot be unpacked', async () => {
    const packed = gzipSync(rollout);
    expect(await importPath(await put('cut.gz', packed.subarray(0, packed.length - 20)))).toMatchObject({
      status: 'failed',
      issues: [
        {
          code: 'unreadable',
          message: expect.stringMatching(/^The gzip file is truncated\. Nothing was imported\./u) as unknown,
        },
      ],
    });
    expect(await importPath(await put('empty.gz', gzipSync('')))).toMatchObject({ status: 'refused', issues: [{ code: 'empty_file' }] });
    const padded = Buffer.concat([gzipSync(''), Buffer.alloc(100_000)]);
    expect(await importPath(await put('padded.gz', padded))).toMatchObject({ status: 'refused', issues: [{ code: 'empty_file' }] });
    expect(await importPath(await put('twice.gz', gzipSync(packed)))).toMatchObject({
      status: 'refused',
      issues: [{ code: 'not_supported' }],
    });
  });

  it('is refused when it unpacks to far more than sessions do', async () => {
    const file = await open(await put('bomb.gz', gzipSync(Buffer.alloc(1_000_000))));
    try {
      for (const limits of [
        { freeBytes: 10_000, maxTimes: 200, maxBytes: 1e9 },
        { freeBytes: 1e9, maxTimes: 1e9, maxBytes: 10_000 },
      ])
        await expect(unpackFile(file, 'gzip', new AbortController().signal, limits)).rejects.toMatchObject({ code: 'too_large' });
      await expect(unpackFile(file, 'gzip', AbortSignal.abort())).rejects.toMatchObject({ code: 'cancelled' });
    } finally {
      await file.close();
    }
  });
});

/** Frames of `bytes`: header as given, one block as given. */
const toFrame = (header: readonly number[], kind: number, size: number, content: readonly number[] | Uint8Array): Buffer => {
  const head = Buffer.alloc(3);
  head.writeUIntLE((size << 3) | (kind << 1) | 1, 0, 3);
  return Buffer.concat([Buffer.from([0x28, 0xb5, 0x2f, 0xfd, ...header]), head, Buffer.from(content)]);
};
const toSkipped = (bytes: Uint8Array): Buffer => {
  const head = Buffer.from([0x5a, 0x2a, 0x4d, 0x18, 0, 0, 0, 0]);
  head.writeUInt32LE(bytes.length, 4);
  return Buffer.concat([head, bytes]);
};

/** A frame that says `times` that 128 kB are the same letter: four bytes each. */
const toBomb = (times: number): Buffer => {
  const blocks = Array.from({ length: times }, (_, at) => {
    const block = Buffer.alloc(4, 'x');
    block.writeUIntLE((131_072 << 3) | 2 | Number(at === times - 1), 0, 3);
    return block;
  });
  return Buffer.concat([Buffer.from([0x28, 0xb5, 0x2f, 0xfd, 0, 0x50]), ...blocks]);
};

/** Output of the zstd command for 200 times "trajectory ", with a checksum. */
const compressed = Buffer.from('KLUv/QRYlQAAWHRyYWplY3RvcnkgAQCKsF+8+lY/7w==', 'base64');

const unpackAll = async (bytes: Uint8Array, time?: ZstdTime): Promise<Buffer> => {
  const pieces = Array.from(bytes, (byte) => Buffer.from([byte]));
  const chunks: Uint8Array[] = [];
  for await (const chunk of unpackZstd(Readable.from(pieces), time)) chunks.push(chunk);
  return Buffer.concat(chunks);
};

describe('a rollout packed with zstd', () => {
  const reasonOf = async (name: string, bytes: Uint8Array) => (await importPath(await put(name, bytes))).issues[0]?.message;

  it('is read as what it unpacks to, once, also of several frames and frames to skip', async () => {
    const before = await listLeft();
    const cut = rollout.indexOf('\n') + 1;
    const skipped = toSkipped(Buffer.alloc(300_000));
    const frames = Buffer.concat([
      skipped,
      toZstd(rollout.subarray(0, cut)),
      skipped,
      toZstd(rollout.subarray(cut)),
      toSkipped(Buffer.alloc(0)),
    ]);
    const file = await put('rollout.jsonl.zst', frames);
    const read = await importPath(file);
    expect(read).toMatchObject({ status: 'imported', format: 'codex', bytes: frames.length, bytesRead: frames.length, toolCalls: 1 });
    expect(await importPath(file)).toMatchObject({ status: 'unchanged' });
    expect(await importPath(await put('plain.jsonl', rollout))).toMatchObject({ status: 'unchanged', sha256: read.sha256 });
    expect(await listLeft()).toEqual(before);
  });

  it('goes on where it was when a frame is appended', async () => {
    const cut = rollout.lastIndexOf('\n', rollout.length - 2) + 1;
    const file = await put('rollout.jsonl.zst', toZstd(rollout.subarray(0, cut)));
    const { records } = await importPath(file);
    await put('rollout.jsonl.zst', Buffer.concat([toZstd(rollout.subarray(0, cut)), toZstd(rollout.subarray(cut))]));
    expect(await importPath(file)).toMatchObject({ status: 'imported', records: records + 1, newRecords: 1 });
  });

  it('may have a frame for each line, whatever window they ask for', async () => {
    const line = Buffer.from('{"a":1}\n');
    const frames = Array.from({ length: 2_000 }, () => toZstd(line, 0x88));
    expect((await unpackAll(Buffer.concat(frames), { freeMs: 5_000, bytesPerMs: 1_000 })).length).toBe(2_000 * line.length);
  });

  it('is unpacked from pieces of any size, and checked against its checksum and its size', async () => {
    expect((await unpackAll(compressed)).toString()).toBe('trajectory '.repeat(200));
    for (const at of [compressed.length - 1, 6]) {
      const damaged = Buffer.from(compressed);
      damaged[at] = (damaged[at] ?? 0) ^ 1;
      await expect(unpackAll(damaged)).rejects.toThrow('damaged');
    }
    for (let length = 1; length < compressed.length; length += 1)
      await expect(unpackAll(compressed.subarray(0, length))).rejects.toThrow('truncated');
    expect(await unpackAll(new Uint8Array())).toHaveLength(0);
  });

  it('fails by name where it is cut off, damaged, larger than sessions are, or asks for too much memory', async () => {
    const packed = toZstd(rollout);
    const damaged = /^The zstd file is damaged\. Nothing was imported\./u;
    expect(await reasonOf('cut.zst', packed.subarray(0, packed.length - 20))).toMatch(/^The zstd file is truncated\./u);
    expect(await reasonOf('kind.zst', toFrame([0, 0x50], 3, 4, [1, 2, 3, 4]))).toMatch(damaged);
    expect(await reasonOf('compressed.zst', toFrame([0, 0x50], 2, 600, Buffer.alloc(600, 0xff)))).toMatch(damaged);
    expect(await reasonOf('block.zst', toFrame([0, 0x50], 1, 131_073, [1]))).toMatch(damaged);
    expect(await reasonOf('behind.zst', Buffer.concat([packed, Buffer.from('text')]))).toMatch(damaged);
    expect(await reasonOf('window.zst', toZstd(rollout, 0xff))).toMatch(
      /^The zstd file takes more than 134 MB of memory to unpack\..* --long=31 FILE\.$/u,
    );
    expect(await reasonOf('segment.zst', toFrame([0xa0, 0, 0, 0, 0x10], 0, 1, [120]))).toMatch(/^The zstd file takes more than 134 MB/u);
    expect(await reasonOf('dictionary.zst', toFrame([0x21, 7, 1], 0, 1, [120]))).toMatch(/^The zstd file needs a dictionary\./u);
    expect(await reasonOf('bomb.zst', toBomb(600))).toMatch(/^The file unpacks to more than /u);
    expect(await reasonOf('twice.zst', toZstd(compressed))).toMatch(/zstd -d FILE\.$/u);
  });

  it('ends where the decoder never would', async () => {
    // A table of one symbol of zero bits, which reads no input and so never comes to its end.
    const endless = toFrame([0, 0x50], 2, 10, [0x02 | (20 << 4), 5 << 6, 5 >> 2, 4, 0xf0, 0x03, 0xff, 0xff, 0, 0]);
    await expect(unpackAll(endless, { freeMs: 50, bytesPerMs: 1_000 })).rejects.toMatchObject({ code: 'unreadable' });
  });
});

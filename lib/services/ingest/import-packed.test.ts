import { mkdtemp, open, readdir, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { gzipSync } from 'node:zlib';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { openStore } from '../../../db/open-store.ts';
import { readFixture } from '../../formats/__fixtures__/reduce-bytes.ts';
import { unpackFile } from '../../sources/unpack-file.ts';
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
    const zstd = await importPath(await put('rollout.jsonl.zst', Buffer.from([0x28, 0xb5, 0x2f, 0xfd, 4, 0])));
    expect(zstd.issues[0]?.message).toContain('Unpack it first: zstd -d FILE.');
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

/** A zstd frame of blocks as they are, in a window of 1 MB. */
const toZstd = (bytes: Uint8Array, window = 0x50): Buffer => {
  const blocks: Buffer[] = [];
  for (let at = 0; at < bytes.length; at += 1_000) {
    const block = Buffer.from(bytes.subarray(at, at + 1_000));
    const head = Buffer.alloc(3);
    head.writeUIntLE((block.length << 3) | Number(at + 1_000 >= bytes.length), 0, 3);
    blocks.push(head, block);
  }
  return Buffer.concat([Buffer.from([0x28, 0xb5, 0x2f, 0xfd, 0, window]), ...blocks]);
};

/** A frame that says `times` that 128 kB are the same letter: four bytes each. */
const toBomb = (times: number): Buffer => {
  const block = Buffer.alloc(4, 'x');
  const blocks = Array.from({ length: times }, (_, at) => {
    const one = Buffer.from(block);
    one.writeUIntLE((131_072 << 3) | 2 | Number(at === times - 1), 0, 3);
    return one;
  });
  return Buffer.concat([Buffer.from([0x28, 0xb5, 0x2f, 0xfd, 0, 0x50]), ...blocks]);
};

describe('a rollout packed with zstd', () => {
  it('is read as what it unpacks to, once, also of several frames', async () => {
    const before = await listLeft();
    const cut = rollout.indexOf('\n') + 1;
    const frames = Buffer.concat([toZstd(rollout.subarray(0, cut)), toZstd(rollout.subarray(cut))]);
    const file = await put('rollout.jsonl.zst', frames);
    const read = await importPath(file);
    expect(read).toMatchObject({ status: 'imported', format: 'codex', bytes: frames.length, bytesRead: frames.length, toolCalls: 1 });
    expect(await importPath(file)).toMatchObject({ status: 'unchanged' });
    expect(await importPath(await put('plain.jsonl', rollout))).toMatchObject({ status: 'unchanged', sha256: read.sha256 });
    expect(await listLeft()).toEqual(before);
  });

  it('fails by name where it is cut off, damaged, larger than sessions are, or asks for too much memory', async () => {
    const packed = toZstd(rollout);
    const reason = async (name: string, bytes: Uint8Array) => (await importPath(await put(name, bytes))).issues[0]?.message;
    expect(await reason('cut.zst', packed.subarray(0, packed.length - 20))).toMatch(/^The zstd file is truncated\./u);
    expect(await reason('damaged.zst', Buffer.concat([packed.subarray(0, 6), Buffer.alloc(600, 0xff)]))).toMatch(
      /^The zstd file is damaged\./u,
    );
    expect(await reason('window.zst', toZstd(rollout, 0xff))).toMatch(/^The zstd file is too large to unpack\./u);
    expect(await reason('bomb.zst', toBomb(600))).toMatch(/^The file unpacks to more than /u);
  });
});

import { createHash } from 'node:crypto';
import { mkdtemp, readdir, rm, writeFile, readFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { crc32, deflateRawSync } from 'node:zlib';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import * as z from 'zod';
import { openStore } from '../../../db/open-store.ts';
import { readFixture } from '../../formats/__fixtures__/reduce-bytes.ts';
import type { GivenDescriptor } from '../../domain/trajectory.ts';
import type { Store } from '../../store/store.ts';
import { parseSnapshot } from '../../trajectories/snapshot.ts';
import { importFile } from './import-file.ts';
import { redecodeSource } from './redecode-source.ts';

type Packed = { name: string; content: string | Buffer; flags?: number; size?: number; sum?: number };

/** A ZIP archive; `size` and `sum` are what it says of an entry, which may be wrong. */
const buildZip = (entries: readonly Packed[]): Buffer => {
  const locals: Buffer[] = [];
  const central: Buffer[] = [];
  let offset = 0;
  for (const { name, content, flags = 0, size, sum } of entries) {
    const data = Buffer.from(content);
    const packed = deflateRawSync(data);
    const [local, entry, label] = [Buffer.alloc(30), Buffer.alloc(46), Buffer.from(name)];
    const put = (to: Buffer, at: number) => {
      to.writeUInt16LE(20, at);
      to.writeUInt16LE(flags, at + 2);
      to.writeUInt16LE(8, at + 4);
      to.writeUInt32LE(sum ?? crc32(data), at + 10);
      to.writeUInt32LE(packed.length, at + 14);
      to.writeUInt32LE(size ?? data.length, at + 18);
      to.writeUInt16LE(label.length, at + 22);
    };
    local.writeUInt32LE(0x04034b50, 0);
    put(local, 4);
    entry.writeUInt32LE(0x02014b50, 0);
    put(entry, 6);
    entry.writeUInt32LE(offset, 42);
    locals.push(local, label, packed);
    central.push(entry, label);
    offset += local.length + label.length + packed.length;
  }
  const directory = Buffer.concat(central);
  const end = Buffer.alloc(22);
  end.writeUInt32LE(0x06054b50, 0);
  end.writeUInt16LE(entries.length, 8);
  end.writeUInt16LE(entries.length, 10);
  end.writeUInt32LE(directory.length, 12);
  end.writeUInt32LE(offset, 16);
  return Buffer.concat([...locals, directory, end]);
};

let folder = '';
let store: Store;
beforeEach(async () => {
  folder = await mkdtemp(path.join(os.tmpdir(), 'observatory-bundle-'));
  store = openStore(':memory:', { migrationsFolder: path.resolve('db/migrations') });
});
afterEach(async () => {
  await store.close();
  await rm(folder, { recursive: true });
});

const take = async (content: Buffer, name = 'bundle.zip', descriptor?: GivenDescriptor) => {
  const file = path.join(folder, name);
  await writeFile(file, content);
  const { signal } = new AbortController();
  return importFile({ store, now: () => 0 }, { file, path: file, synthetic: false, signal, descriptor, onProgress: () => undefined });
};
const listAll = async () => (await store.listTrajectories({ isRefused: false }, { cursor: null, limit: 10 })).items;

const [first = '', second = ''] = readFixture('weakincentives/renders.jsonl').toString('utf8').split('\n');
const before = { name: 'debug_bundle/session/before.jsonl', content: first };
const after = { name: 'debug_bundle/session/after.jsonl', content: `${second}\n` };
const sumsOf = (...contents: string[]) => {
  const names = ['session/before.jsonl', 'session/after.jsonl'];
  const digests = contents.map((content, at) => [names[at] ?? '', createHash('sha256').update(content).digest('hex')] as const);
  return Object.fromEntries<string>(digests);
};
const makeManifest = (checksums: object, over: object = {}) => ({
  name: 'debug_bundle/manifest.json',
  content: JSON.stringify({ prompt: { ns: 'reviews', key: 'code-review' }, integrity: { algorithm: 'sha256', checksums }, ...over }),
});

const toCapitals = ({ name, content }: ReturnType<typeof makeManifest>) => ({ name, content: content.replace('sha256', 'SHA-256') });

it('reads the sessions of a debug bundle, and again only when it changed', async () => {
  const bundle = buildZip([
    makeManifest(sumsOf(first, after.content)),
    after,
    { name: 'debug_bundle/logs/app.jsonl', content: '{}\n' },
    before,
  ]);
  expect(await take(bundle)).toMatchObject({
    status: 'imported',
    format: 'weakincentives',
    sessionCount: 1,
    issues: [],
    bytes: bundle.length,
    bytesRead: bundle.length,
  });
  expect(await listAll()).toMatchObject([{ snapshots: 2, flaw: null, descriptor: { ns: 'demo', key: 'review', tag: 'latest' } }]);
  expect(await take(bundle)).toMatchObject({ status: 'unchanged' });
  const [one] = await listAll();
  const read = [{ kind: 'bundle', files: 1, path: path.join(folder, 'bundle.zip') }];
  expect(await store.listSnapshotSources(one?.sessionId ?? '')).toEqual(read);
  await redecodeSource({ store, now: () => 0 }, (await store.findSource(path.join(folder, 'bundle.zip'))) ?? { id: '' }, {
    signal: new AbortController().signal,
  });
  expect(await store.listSnapshotSources(one?.sessionId ?? '')).toEqual(read);
});

it('reads the bundle of a failed run, whose manifest names the prompt', async () => {
  const plain = '{"version": "1", "created_at": "2026-01-01", "slices": [{"slice_type": "a:B", "item_type": "a:B", "items": [{}]}]}';
  const bundle = buildZip([{ ...before, content: plain }, makeManifest(sumsOf(plain))]);
  expect(await take(bundle, 'bundle.zip', { tag: 'first' })).toMatchObject({ status: 'imported' });
  expect(await listAll()).toMatchObject([{ snapshots: 1, descriptor: { ns: 'reviews', key: 'code-review', tag: 'first' } }]);
  expect(await take(bundle, 'bundle.zip', { tag: 'second' })).toMatchObject({ status: 'unchanged' });
  expect(await listAll()).toMatchObject([{ snapshots: 1, descriptor: { ns: 'reviews', key: 'code-review', tag: 'second' } }]);
});

it.each<[string, Packed[], RegExp | null]>([
  ['all are there', [makeManifest(sumsOf(first))], null],
  ['the algorithm is in capitals', [toCapitals(makeManifest(sumsOf(first)))], null],
  ['the prompt is odd', [makeManifest(sumsOf(first), { prompt: 7 })], null],
  ['it has many files', [makeManifest(sumsOf(first), { files: Array<string>(9_000).fill('x'.repeat(150)) })], null],
  ['there is no manifest', [], /because it has no manifest\./u],
  ['the manifest is huge', [makeManifest(sumsOf(first), { files: ['x'.repeat(9_000_000)] })], /its manifest has more than 8\.4 MB/u],
  ['the manifest is no JSON', [{ ...makeManifest({}), content: '{' }], /its manifest cannot be read as JSON/u],
  ['the manifest has none', [makeManifest({}, { integrity: null })], /its manifest has none in a form that is known/u],
  ['the session has none', [makeManifest({ 'session/before.jsonl': 7 })], /none for debug_bundle\/session\/before\.jsonl/u],
  ['the algorithm is another', [makeManifest(sumsOf(first), { integrity: { algorithm: 'md5', checksums: {} } })], /md5, and only sha256/u],
])('says why checksums were not compared: %s', async (_, manifest, reason) => {
  const result = await take(buildZip([before, ...manifest]));
  expect(result).toMatchObject({ status: 'imported', sessionCount: 1, issueCount: reason ? 1 : 0 });
  if (reason) expect(result.issues).toMatchObject([{ line: null, code: 'unchecked', message: expect.stringMatching(reason) as unknown }]);
});

describe('a bundle that cannot be read', () => {
  const whole = buildZip([before, after]);
  const replaceAscii = (bytes: Buffer, from: string, to: string): Buffer =>
    Buffer.from(bytes.toString('latin1').replace(from, to), 'latin1');
  const bomb = { ...before, content: Buffer.alloc(80 * 1024 * 1024, ' ') };
  it.each<[string, Buffer, RegExp]>([
    ['has no session', buildZip([makeManifest(sumsOf(first))]), /it holds no session: neither session\/before\.jsonl/u],
    [
      'is cut off',
      whole.subarray(0, whole.length - 30),
      /: it is truncated: the file list at its end is missing\. Copy or download it again, and compare its size with that of the original\.$/u,
    ],
    [
      'has a damaged list',
      replaceAscii(whole, 'PK\u0001\u0002', 'PK\u0001\u0007'),
      /: it is damaged: its file list cannot be read\. Copy/u,
    ],
    [
      'has damaged data',
      Buffer.concat([whole.subarray(0, 90), Buffer.alloc(40), whole.subarray(130)]),
      /before\.jsonl is damaged: it cannot be unpacked\. Copy/u,
    ],
    ['is encrypted', buildZip([{ ...before, flags: 1 }]), /session\/before\.jsonl is encrypted/u],
    [
      'names a file outside',
      buildZip([before, { name: 'debug_bundle/../../etc/passwd', content: 'x' }]),
      /contains a path outside the archive, “debug_bundle\/\.\.\/\.\.\/etc\/passwd”, which no bundle/u,
    ],
    [
      'names a whole path',
      buildZip([before, { name: '/etc/passwd', content: 'x' }]),
      /contains a path outside the archive, “\/etc\/passwd”/u,
    ],
    ['says a wrong size', buildZip([{ ...before, size: 10 }]), /before\.jsonl is damaged/u],
    ['holds a file twice', buildZip([before, before]), /it holds debug_bundle\/session\/before\.jsonl twice/u],
    ['was changed', buildZip([makeManifest(sumsOf(second)), before]), /the checksums differ/u],
    ['was changed, of an odd prompt', buildZip([makeManifest(sumsOf(second), { prompt: 7 }), before]), /the checksums differ/u],
    ['was changed, as it says in capitals', buildZip([toCapitals(makeManifest(sumsOf(second))), before]), /the checksums differ/u],
    ['has other bytes than were packed', buildZip([{ ...before, sum: 1 }]), /before\.jsonl is damaged: CRC mismatch/u],
    ['has another manifest than was packed', buildZip([before, { ...makeManifest({}), sum: 1 }]), /manifest\.json is damaged: CRC/u],
    ['is a bomb', buildZip([bomb]), /unpacks to more than 67\.1 MB/u],
  ])('because it %s is refused with the reason', async (_, bytes, reason) => {
    const open = async () => (await readdir('/proc/self/fd').catch(() => [])).length;
    const files = await open();
    const result = await take(bytes);
    expect(['failed', 'refused']).toContain(result.status);
    expect(result.issues[0]?.message).toMatch(reason);
    expect(await open()).toBe(files);
    expect(await store.isEmpty()).toBe(true);
  });

  it('is told from other archives', async () => {
    expect((await take(buildZip([{ name: 'a.txt', content: 'x' }]))).issues[0]).toMatchObject({
      code: 'not_supported',
      message:
        'This is a ZIP archive. Debug bundles of weakincentives are the only archives that are read as they are. Unpack it first: unzip FILE.',
    });
  });
});

/** The library's own tables of each bundle. It lists the slices of `after.jsonl` alone. */
const golden = z.object({
  bundles: z.record(
    z.string(),
    z.object({
      file: z.string(),
      manifest: z.tuple([z.object({ session_id: z.string(), prompt_ns: z.string(), prompt_key: z.string() })]),
      session_slices: z.array(z.object({ slice_type: z.string(), n: z.int() })),
    }),
  ),
});

const samples = process.env.OBSERVATORY_SAMPLES;
it.skipIf(!samples)('reads the bundles that weakincentives wrote', async () => {
  const bundles = path.join(samples ?? '', 'weakincentives', 'bundles');
  for (const name of (await readdir(bundles)).filter((one) => one.endsWith('.zip')))
    expect(await take(await readFile(path.join(bundles, name)), name)).toMatchObject({ status: 'imported', sessionCount: 1, issues: [] });
  const all = await listAll();
  expect(all.map(({ snapshots }) => snapshots).sort()).toEqual([1, 1, 2]);
  // The bundle of a minimal run names no prompt.
  expect(all.filter(({ descriptor }) => descriptor?.key === 'code-review').length).toBeGreaterThanOrEqual(2);

  const tables = golden.parse(JSON.parse(await readFile(path.join(bundles, 'golden-query.json'), 'utf8')));
  for (const { file, manifest, session_slices: slices } of Object.values(tables.bundles)) {
    const [{ session_id: native, prompt_ns: ns, prompt_key: key }] = manifest;
    const session = await store.findSession(`weakincentives:${native}`);
    const one = all.find(({ sessionId }) => sessionId === session?.id);
    expect([one?.descriptor?.ns ?? '', one?.descriptor?.key ?? ''], file).toEqual([ns, key]);
    const last = (await store.listSnapshots(session?.id ?? '', 0, { from: 0, limit: 10 })).at(-1);
    const line = await store.readRaw(session?.id ?? '', last?.recordId ?? '');
    const reading = parseSnapshot(line?.raw ?? '');
    if ('flaws' in reading) expect.fail(file);
    else if (slices.length > 0)
      expect(
        reading.snapshot.slices.map(({ sliceType, items }) => ({ slice_type: sliceType, n: items.length })),
        file,
      ).toEqual(slices);
  }
});

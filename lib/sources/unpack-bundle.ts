import { createHash, randomUUID } from 'node:crypto';
import { open, unlink, type FileHandle } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fromFdPromise, type Entry, type ZipFile } from 'yauzl';
import * as z from 'zod';
import { AppError, codeOf } from '../domain/errors.ts';
import { givenDescriptor, isDescriptorGiven, type GivenDescriptor } from '../domain/trajectory.ts';
import { defaultGzipLimits, tooLarge, type GzipLimits } from './unpack-gzip.ts';

/** The snapshots of a debug bundle of weakincentives, as a dump; `descriptor`: of the prompt that the bundle was made for. */
export type UnpackedBundle = { file: FileHandle; descriptor: GivenDescriptor | undefined };

const folder = 'debug_bundle/';
const manifestName = `${folder}manifest.json`;
/** In the order of their time. A run that failed has only the first. */
const sessionNames = [`${folder}session/before.jsonl`, `${folder}session/after.jsonl`];
const maxEntries = 10_000;
const maxManifestBytes = 1024 * 1024;
const newline = 0x0a;

const manifest = z.object({
  prompt: z.object({ ns: z.string().optional(), key: z.string().optional() }).nullish(),
  integrity: z.object({ algorithm: z.string(), checksums: z.record(z.string(), z.string()) }).nullish(),
});
type Manifest = z.infer<typeof manifest>;

/** Whether a file begins as a ZIP archive does. */
export const isZipFile = async (file: FileHandle): Promise<boolean> => {
  const { buffer, bytesRead } = await file.read(Buffer.alloc(4), 0, 4, 0);
  return bytesRead === 4 && buffer.readUInt32LE(0) === 0x04034b50;
};

/**
 * Unpacks the sessions of a debug bundle into a temporary file without a name, which is gone once its handle is closed; null for any other
 * archive. No name in the archive becomes a path. Throws `too_large` past the limits, `unreadable` where the archive is damaged, encrypted,
 * names files outside of itself or has no session, and `cancelled`.
 */
export const unpackBundle = async (
  archive: FileHandle,
  signal: AbortSignal,
  limits: GzipLimits = defaultGzipLimits,
): Promise<UnpackedBundle | null> => {
  const { size } = await archive.stat();
  const entries = await listEntries(archive);
  if (entries === null) return null;
  const { zip, found } = entries;
  const sessions = sessionNames.filter((name) => found.has(name));
  if (sessions.length === 0)
    throw unreadable(
      'it holds no session: neither session/before.jsonl nor session/after.jsonl. It may be of a run that ended before it began',
    );
  const budget = { left: Math.max(limits.freeBytes, size * limits.maxTimes), of: Math.max(limits.freeBytes, size * limits.maxTimes) };
  const about = await readManifest(zip, found.get(manifestName));
  const name = path.join(tmpdir(), `observatory-${randomUUID()}`);
  const file = await open(name, 'wx+', 0o600);
  try {
    await unlink(name);
    for (const one of sessions) await copyEntry(zip, found.get(one), file, { signal, budget, sha256: toChecksum(about, one) });
    const { ns, key } = about?.prompt ?? {};
    const descriptor = givenDescriptor.safeParse({ ns, key });
    return { file, descriptor: descriptor.success && ns !== undefined && isDescriptorGiven(descriptor.data) ? descriptor.data : undefined };
  } catch (error) {
    await file.close();
    throw toAppError(error, signal);
  }
};

/** Null where it is no debug bundle. Only of a bundle is anything asked: others are refused by what they are. */
const listEntries = async (archive: FileHandle): Promise<{ zip: ZipFile; found: Map<string, Entry> } | null> => {
  const found = new Map<string, Entry>();
  let count = 0;
  try {
    const zip = await fromFdPromise(archive.fd, { lazyEntries: true, autoClose: false, strictFileNames: true });
    for await (const entry of zip.eachEntry()) {
      if ((count += 1) > maxEntries) throw unreadable(`it holds more than ${maxEntries} files`);
      if (!entry.fileName.startsWith(folder)) continue;
      if (found.has(entry.fileName)) throw unreadable(`it holds ${entry.fileName} twice`);
      found.set(entry.fileName, entry);
    }
    return found.size === 0 ? null : { zip, found };
  } catch (error) {
    if (error instanceof AppError) throw error;
    return (await namesBundle(archive))
      ? Promise.reject(unreadable(`it is damaged, or names files outside of itself (${toWords(error)})`))
      : null;
  }
};

const toWords = (error: unknown): string => (error instanceof Error ? error.message.slice(0, 160) : 'unknown');

/** By its first bytes, where its directory cannot be read. */
const namesBundle = async (archive: FileHandle): Promise<boolean> => {
  const { buffer, bytesRead } = await archive.read(Buffer.alloc(64 * 1024), 0, 64 * 1024, 0);
  return buffer.subarray(0, bytesRead).includes(folder);
};

const unreadable = (why: string): AppError => new AppError('unreadable', `This debug bundle of weakincentives cannot be read: ${why}.`);

const openEntry = async (zip: ZipFile, entry: Entry) => {
  if (entry.isEncrypted()) throw unreadable(`${entry.fileName} is encrypted`);
  if (!entry.canDecodeFileData()) throw unreadable(`${entry.fileName} is packed in a way that is not known (${entry.compressionMethod})`);
  return zip.openReadStreamPromise(entry);
};

/** Null where there is none, or where it says nothing that is known. */
const readManifest = async (zip: ZipFile, entry: Entry | undefined): Promise<Manifest | null> => {
  if (!entry || entry.uncompressedSize > maxManifestBytes) return null;
  const chunks: Buffer[] = [];
  try {
    for await (const chunk of (await openEntry(zip, entry)) as AsyncIterable<Buffer>) chunks.push(chunk);
    return manifest.parse(JSON.parse(Buffer.concat(chunks).toString()));
  } catch (error) {
    if (error instanceof AppError) throw error;
    return null;
  }
};

const toChecksum = (about: Manifest | null, name: string): string | undefined =>
  about?.integrity?.algorithm === 'sha256' ? about.integrity.checksums[name.slice(folder.length)] : undefined;

type Copying = { signal: AbortSignal; budget: { left: number; of: number }; sha256: string | undefined };

/** Appends an entry with an end to its last line; memory does not grow with its size. */
const copyEntry = async (zip: ZipFile, entry: Entry | undefined, to: FileHandle, { signal, budget, sha256 }: Copying): Promise<void> => {
  if (!entry) return;
  const hash = createHash('sha256');
  let last = newline;
  for await (const chunk of (await openEntry(zip, entry)) as AsyncIterable<Buffer>) {
    signal.throwIfAborted();
    if ((budget.left -= chunk.length) < 0) throw tooLarge(budget.of);
    hash.update(chunk);
    last = chunk.at(-1) ?? last;
    await to.appendFile(chunk);
  }
  if (sha256 !== undefined && hash.digest('hex') !== sha256)
    throw unreadable(`${entry.fileName} is not what its manifest says: the checksums differ`);
  if (last !== newline) await to.appendFile('\n');
};

const toAppError = (error: unknown, signal: AbortSignal): unknown => {
  if (signal.aborted) return new AppError('cancelled', 'The import was canceled.');
  if (error instanceof AppError) return error;
  if (codeOf(error) === 'ENOSPC')
    return new AppError('disk_full', `There is no room in ${tmpdir()} to unpack the file. Free some, or unpack it elsewhere.`);
  return unreadable(`it is damaged (${toWords(error)})`);
};

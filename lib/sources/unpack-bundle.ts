import { createHash, randomUUID } from 'node:crypto';
import { open, unlink, type FileHandle } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { crc32 } from 'node:zlib';
import { fromFdPromise, type Entry, type ZipFile } from 'yauzl';
import * as z from 'zod';
import { AppError, codeOf, isDiskFull } from '../domain/errors.ts';
import { parseJson } from '../domain/parse-json.ts';
import { givenDescriptor, type GivenDescriptor } from '../domain/trajectory.ts';
import { toText } from '../formats/narrow.ts';
import { printBytes } from '../print/bytes.ts';
import { printCount } from '../print/number.ts';
import { toOneLine } from '../print/one-line.ts';
import { toVisibleText } from '../print/visible-text.ts';
import { defaultUnpackLimits, toMaxBytes, tooLarge, type UnpackLimits } from './unpack-file.ts';

/**
 * The snapshots of a debug bundle of weakincentives, as a dump; `descriptor`: of the prompt that the bundle was made for; `unchecked`: why
 * the manifest's checksums were not compared, as a sentence; null: all were.
 */
export type UnpackedBundle = { file: FileHandle; descriptor: GivenDescriptor | undefined; unchecked: string | null };

const folder = 'debug_bundle/';
const manifestName = `${folder}manifest.json`;
/** In the order of their time. A run that failed has only the first. */
const sessionNames = [`${folder}session/before.jsonl`, `${folder}session/after.jsonl`];
const maxEntries = 10_000;
/** Enough for as many names and checksums. */
const maxManifestBytes = 8 * 1024 * 1024;
const newline = 0x0a;

const namesPrompt = z.object({ prompt: z.object({ ns: z.string(), key: z.string() }) });
const hasChecksums = z.object({ integrity: z.object({ algorithm: z.string(), checksums: z.record(z.string(), z.unknown()) }) });

/** Content of a manifest. `gap`: why it gives no checksums, in words that go on from "because". */
type Manifest = { descriptor: GivenDescriptor | undefined; checksums: Readonly<Record<string, unknown>>; gap: string | null };

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
  limits: UnpackLimits = defaultUnpackLimits,
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
  const maxBytes = toMaxBytes(size, limits);
  const budget = { left: maxBytes, of: maxBytes };
  const name = path.join(tmpdir(), `observatory-${randomUUID()}`);
  const file = await open(name, 'wx+', 0o600);
  try {
    await unlink(name);
    const { descriptor, checksums, gap } = await readManifest(zip, found.get(manifestName));
    const sums = sessions.map((one) => ({ one, sha256: toText(checksums[one.slice(folder.length)]) ?? undefined }));
    for (const { one, sha256 } of sums) await copyEntry(zip, found.get(one), file, { signal, budget, sha256 });
    const missing = sums.find(({ sha256 }) => sha256 === undefined)?.one;
    return { file, descriptor, unchecked: missing === undefined ? null : toUnchecked(gap ?? `its manifest has none for ${missing}`) };
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
      if ((count += 1) > maxEntries) throw unreadable(`it holds more than ${printCount(maxEntries)} files`);
      if (!entry.fileName.startsWith(folder)) continue;
      if (found.has(entry.fileName)) throw unreadable(`it holds ${entry.fileName} twice`);
      found.set(entry.fileName, entry);
    }
    return found.size === 0 ? null : { zip, found };
  } catch (error) {
    if (error instanceof AppError) throw error;
    return (await namesBundle(archive)) ? Promise.reject(unreadable(toListProblem(error))) : null;
  }
};

const copyAgain = 'Copy or download it again, and compare its size with that of the original';
const maxNameChars = 160;

/** Why the list of its files cannot be read, from what yauzl says. */
const toListProblem = (error: unknown): string => {
  const words = error instanceof Error ? error.message : '';
  const escaping = /^(?:absolute path|invalid relative path|invalid characters in fileName): (?<name>.+)$/su.exec(words)?.groups?.name;
  if (escaping !== undefined)
    return `it contains a path outside the archive, “${toOneLine(escaping, maxNameChars)}”, which no bundle of weakincentives does. Nothing was imported. Do not unpack it`;
  return words.startsWith('End of central directory record')
    ? `it is truncated: the file list at its end is missing. ${copyAgain}`
    : `it is damaged: its file list cannot be read. ${copyAgain}`;
};

/** By its first bytes, where its directory cannot be read. */
const namesBundle = async (archive: FileHandle): Promise<boolean> => {
  const { buffer, bytesRead } = await archive.read(Buffer.alloc(64 * 1024), 0, 64 * 1024, 0);
  return buffer.subarray(0, bytesRead).includes(folder);
};

const unreadable = (why: string): AppError => new AppError('unreadable', `This debug bundle of weakincentives cannot be read: ${why}.`);

/** The bytes of an entry. Throws `unreadable` where they are not those that were packed. */
async function* readEntry(zip: ZipFile, entry: Entry): AsyncGenerator<Buffer> {
  if (entry.isEncrypted()) throw unreadable(`${entry.fileName} is encrypted`);
  if (!entry.canDecodeFileData()) throw unreadable(`${entry.fileName} is packed in a way that is not known (${entry.compressionMethod})`);
  const damaged = (how: string): AppError => unreadable(`${entry.fileName} is damaged: ${how}. ${copyAgain}`);
  let sum = 0;
  try {
    for await (const chunk of (await zip.openReadStreamPromise(entry)) as AsyncIterable<Buffer>) {
      sum = crc32(chunk, sum);
      yield chunk;
    }
  } catch (error) {
    // A disk error is thrown as it is: its code says more.
    throw (codeOf(error) ?? 'Z_').startsWith('Z_') ? damaged('it cannot be unpacked') : error;
  }
  if (sum !== entry.crc32) throw damaged('CRC mismatch');
}

const toUnchecked = (gap: string): string =>
  `The sessions of this debug bundle were not compared with the checksums of its manifest, because ${gap}. They were read all the same.`;

/** Its prompt and its checksums are looked at one by one: where one of them is odd, the other holds. */
const readManifest = async (zip: ZipFile, entry: Entry | undefined): Promise<Manifest> => {
  const withGap = (gap: string): Manifest => ({ descriptor: undefined, checksums: {}, gap });
  if (!entry) return withGap('it has no manifest');
  if (entry.uncompressedSize > maxManifestBytes) return withGap(`its manifest has more than ${printBytes(maxManifestBytes)}`);
  const chunks: Buffer[] = [];
  for await (const chunk of readEntry(zip, entry)) chunks.push(chunk);
  let about: unknown;
  try {
    about = parseJson(Buffer.concat(chunks).toString());
  } catch {
    return withGap('its manifest cannot be read as JSON');
  }
  const { data: { integrity } = {} } = hasChecksums.safeParse(about);
  return { descriptor: toDescriptor(about), ...readChecksums(integrity) };
};

/** A bundle without a prompt leaves its names empty. */
const toDescriptor = (about: unknown): GivenDescriptor | undefined =>
  givenDescriptor.required({ ns: true, key: true }).safeParse(namesPrompt.safeParse(about).data?.prompt).data;

const readChecksums = (integrity: z.infer<typeof hasChecksums>['integrity'] | undefined): Pick<Manifest, 'checksums' | 'gap'> => {
  if (!integrity) return { checksums: {}, gap: 'its manifest has none in a form that is known' };
  const isKnown = /^sha-?256$/iu.test(integrity.algorithm);
  const gap = isKnown ? null : `they are of the algorithm ${toVisibleText(integrity.algorithm.slice(0, 40))}, and only sha256 is known`;
  return { checksums: isKnown ? integrity.checksums : {}, gap };
};

type Copying = { signal: AbortSignal; budget: { left: number; of: number }; sha256: string | undefined };

/** Appends an entry with an end to its last line; memory does not grow with its size. */
const copyEntry = async (zip: ZipFile, entry: Entry | undefined, to: FileHandle, { signal, budget, sha256 }: Copying): Promise<void> => {
  if (!entry) return;
  const hash = createHash('sha256');
  let last = newline;
  for await (const chunk of readEntry(zip, entry)) {
    signal.throwIfAborted();
    if ((budget.left -= chunk.length) < 0) throw tooLarge(budget.of);
    hash.update(chunk);
    last = chunk.at(-1) ?? last;
    await to.appendFile(chunk);
  }
  if (sha256 !== undefined && hash.digest('hex') !== sha256.toLowerCase())
    throw unreadable(`${entry.fileName} is not what its manifest says: the checksums differ`);
  if (last !== newline) await to.appendFile('\n');
};

const toAppError = (error: unknown, signal: AbortSignal): unknown => {
  if (signal.aborted) return new AppError('cancelled', 'The import was canceled.');
  if (error instanceof AppError) return error;
  if (isDiskFull(error))
    return new AppError('disk_full', `There is no room in ${tmpdir()} to unpack the file. Free some, or unpack it elsewhere.`);
  return error;
};

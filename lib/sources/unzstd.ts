import { createContext, Script } from 'node:vm';
import type { Decompress } from 'fzstd';
import { AppError } from '../domain/errors.ts';
import { printBytes } from '../print/bytes.ts';
import { makeXxh64 } from './xxh64.ts';

/** A zstd file that is cut off or damaged; the message says which. */
export class ZstdFault extends Error {}

/** A frame may ask for this much memory, as the zstd command allows by default. */
const maxWindowBytes = 128 * 1024 * 1024;
const maxBlockBytes = 128 * 1024;
/** A window of as many bytes, as a header says it. */
const blockWindow = 7 << 3;

/** How long unpacking may take: `freeMs`, and a millisecond for each kilobyte. A busy machine unpacks ten times as much. */
export type ZstdTime = { freeMs: number; bytesPerMs: number };
const defaultTime: ZstdTime = { freeMs: 20_000, bytesPerMs: 1_000 };

const frameMagic = 0xfd2fb528;
/** The last four bits of the magic number of a frame to skip are free. */
const isSkippable = (magic: number): boolean => magic >>> 4 === 0x0184d2a5;

/** Whether a file that begins with these four bytes, as a little-endian number, is packed with zstd. */
export const isZstdMagic = (magic: number): boolean => magic === frameMagic || isSkippable(magic);

/**
 * Unpacks a zstd file: any number of frames, some of them to skip (RFC 8878). Memory holds one window and one block, whatever the size of
 * the file. Throws `ZstdFault`, and `unreadable` where a frame wants a larger window or a dictionary, or takes far too long: on input
 * that no program packs, fzstd may never end.
 */
export async function* unpackZstd(packed: AsyncIterable<Buffer>, time = defaultTime): AsyncGenerator<Uint8Array> {
  const { Decompress } = await import('fzstd');
  const source = makeByteReader(packed);
  const runTimed = makeTimed(time);
  while (!(await source.isAtEnd())) {
    const magic = (await source.take(4)).readUInt32LE();
    if (isSkippable(magic)) await source.skip((await source.take(4)).readUInt32LE());
    else if (magic === frameMagic) yield* unpackFrame(source, Decompress, runTimed);
    else throw new ZstdFault('damaged');
  }
}

async function* unpackFrame(
  source: ByteReader,
  Decoder: typeof Decompress,
  runTimed: (step: () => void, countBytes: () => number) => void,
): AsyncGenerator<Uint8Array> {
  const { bytes, windowBytes, contentBytes, hasChecksum } = await readHeader(source);
  let unpacked: Uint8Array[] = [];
  const decoder = new Decoder((chunk) => unpacked.push(chunk));
  const checksum = makeXxh64();
  let total = 0;
  for (let isFirst = true, isLast = false; !isLast; isFirst = false) {
    const head = await source.take(3);
    const described = head.readUIntLE(0, 3);
    isLast = (described & 1) === 1;
    if (isFirst) decoder.push(isLast ? narrow(bytes) : bytes);
    const kind = (described >> 1) & 3;
    const size = described >> 3;
    if (kind === 3 || size > Math.min(maxBlockBytes, windowBytes)) throw new ZstdFault('damaged');
    const content = await source.take(kind === 1 ? 1 : size);
    unpacked = [];
    try {
      // In two pieces: after one that ends where its block ends, fzstd would keep it for as long as no other is incomplete.
      runTimed(
        () => {
          decoder.push(head.subarray(0, 2));
          decoder.push(Buffer.concat([head.subarray(2), content]), isLast);
        },
        () => countBytes(unpacked),
      );
    } catch (error) {
      if (isTimeout(error)) throw toUnreadable('takes far longer to unpack than sessions do', '');
      throw new ZstdFault('damaged', { cause: error });
    }
    total += countBytes(unpacked);
    if (hasChecksum) for (const chunk of unpacked) checksum.add(chunk);
    yield* unpacked;
  }
  if (contentBytes !== null && contentBytes !== total) throw new ZstdFault('damaged');
  if (hasChecksum && BigInt((await source.take(4)).readUInt32LE()) !== BigInt.asUintN(32, checksum.digest()))
    throw new ZstdFault('damaged');
}

// Not an instance of this realm's Error: the script has a realm of its own.
const isTimeout = (error: unknown): boolean =>
  typeof error === 'object' && error !== null && 'code' in error && error.code === 'ERR_SCRIPT_EXECUTION_TIMEOUT';

const countBytes = (chunks: readonly Uint8Array[]): number => chunks.reduce((sum, { length }) => sum + length, 0);

/** The header of a frame (RFC 8878, 3.1.1.1) in the bytes for the decoder, which is not told of a checksum that follows. */
const readHeader = async (source: ByteReader) => {
  const [descriptor = 0] = await source.take(1);
  const isOneSegment = (descriptor & 0x20) !== 0;
  const dictionaryBytes = [0, 1, 2, 4][descriptor & 3] ?? 0;
  const sizeBytes = [isOneSegment ? 1 : 0, 2, 4, 8][descriptor >> 6] ?? 0;
  const rest = await source.take((isOneSegment ? 0 : 1) + dictionaryBytes + sizeBytes);
  if ((descriptor & 8) !== 0) throw new ZstdFault('damaged');
  const sizeAt = rest.length - sizeBytes;
  if (rest.subarray(sizeAt - dictionaryBytes, sizeAt).some((byte) => byte !== 0))
    throw toUnreadable('needs a dictionary', ' -D DICTIONARY');
  const contentBytes = sizeBytes === 0 ? null : readSize(rest.subarray(sizeAt));
  const window = rest[0] ?? 0;
  const windowBytes = isOneSegment ? (contentBytes ?? 0) : 2 ** (10 + (window >> 3)) * (1 + (window & 7) / 8);
  if (windowBytes > maxWindowBytes) throw toUnreadable(`takes more than ${printBytes(maxWindowBytes)} of memory to unpack`, ' --long=31');
  const bytes = Buffer.concat([Buffer.from([0x28, 0xb5, 0x2f, 0xfd, descriptor & ~4]), rest]);
  return { bytes, windowBytes, contentBytes, hasChecksum: (descriptor & 4) !== 0 };
};

/** The header of a frame of one block, which needs no larger window: a file of thousands of small frames would take one for each. */
const narrow = (header: Buffer): Buffer => {
  const [descriptor = 0, window = 0] = header.subarray(4);
  const hasWindow = (descriptor & 0x20) === 0;
  const narrowed = Buffer.from(header);
  if (hasWindow) narrowed[5] = Math.min(window, blockWindow);
  return narrowed;
};

const readSize = (bytes: Buffer): number => {
  if (bytes.length === 8) return Number(bytes.readBigUInt64LE());
  return bytes.readUIntLE(0, bytes.length) + (bytes.length === 2 ? 256 : 0);
};

const toUnreadable = (why: string, options: string): AppError =>
  new AppError('unreadable', `The zstd file ${why}. Nothing was imported. Unpack it first: zstd -d${options} FILE.`);

type ByteReader = ReturnType<typeof makeByteReader>;

/** Reads exact numbers of bytes from buffers of any size. */
const makeByteReader = (buffers: AsyncIterable<Buffer>) => {
  const iterator = buffers[Symbol.asyncIterator]();
  let rest: Buffer = Buffer.alloc(0);
  const has = async (count: number): Promise<boolean> => {
    while (rest.length < count) {
      const next = await iterator.next();
      if (next.done) return false;
      rest = rest.length === 0 ? next.value : Buffer.concat([rest, next.value]);
    }
    return true;
  };
  const take = async (count: number): Promise<Buffer> => {
    if (!(await has(count))) throw new ZstdFault('truncated');
    const taken = rest.subarray(0, count);
    rest = rest.subarray(count);
    return taken;
  };
  const skip = async (count: number): Promise<void> => {
    for (let left = count; left > 0; left -= maxBlockBytes) await take(Math.min(left, maxBlockBytes));
  };
  return { take, skip, isAtEnd: async () => !(await has(1)) };
};

/** Runs steps one by one until the time of all of them together is up; throws ERR_SCRIPT_EXECUTION_TIMEOUT in the middle of the step. */
const makeTimed = ({ freeMs, bytesPerMs }: ZstdTime) => {
  let step = (): void => undefined;
  const context = createContext({ run: () => step() });
  const script = new Script('run()');
  let spentMs = 0;
  let bytes = 0;
  return (run: () => void, countDone: () => number): void => {
    step = run;
    const beganAt = performance.now();
    script.runInContext(context, { timeout: Math.max(1, Math.ceil(freeMs + bytes / bytesPerMs - spentMs)) });
    spentMs += performance.now() - beganAt;
    bytes += countDone();
  };
};

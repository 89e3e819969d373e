import { toLineHash } from '../sources/lines.ts';
import { compressPart } from './compress.ts';
import type { RawParts } from './rows.ts';

/**
 * Lines that repeat most of each other's bytes are stored as parts that begin and end where their content says, so that what two lines
 * have in common is stored once wherever it stands (decision 025).
 */

/** Bytes of a part. The mask has 11 bits: a part has 3 kB on average. */
const minBytes = 1024;
const maxBytes = 16 * 1024;
const mask = 0xffe00000;
/** Bytes that the rolling hash remembers: each moves what came before by a bit. */
const remembered = 32;

/** A number for each byte, the same in every version: other ones would cut elsewhere and find nothing that is stored already. */
const gear = Uint32Array.from({ length: 256 }, (_, byte) => {
  let mixed = Math.imul(byte + 1, 0x9e3779b9);
  mixed = Math.imul(mixed ^ (mixed >>> 16), 0x85ebca6b);
  mixed = Math.imul(mixed ^ (mixed >>> 13), 0xc2b2ae35);
  return (mixed ^ (mixed >>> 16)) >>> 0;
});

/** Where the part that begins at `from` ends, at `to` at the latest. */
const findEnd = (bytes: Uint8Array, from: number, to: number): number => {
  const last = Math.min(to, from + maxBytes);
  if (to - from <= minBytes) return to;
  let hash = 0;
  let at = from + minBytes - remembered;
  for (const warm = from + minBytes; at < warm; at += 1) hash = (hash << 1) + (gear[bytes[at] ?? 0] ?? 0);
  for (; at < last; at += 1) {
    hash = (hash << 1) + (gear[bytes[at] ?? 0] ?? 0);
    if ((hash & mask) === 0) return at + 1;
  }
  return last;
};

/** Parts that were packed last: the next lines are likely to hold them again. At most a few megabytes. */
const recent = new Map<string, Buffer>();
const maxRecent = 512;

const recall = (hash: string): Buffer | undefined => {
  const data = recent.get(hash);
  if (data) remember(hash, data);
  return data;
};
const remember = (hash: string, data: Buffer): Buffer => {
  recent.delete(hash);
  recent.set(hash, data);
  const [oldest] = recent.keys();
  if (recent.size > maxRecent && oldest !== undefined) recent.delete(oldest);
  return data;
};

/** The parts of lines that begin at `starts`; `data` holds each different part once, compressed. Takes linear time. */
export const packParts = (bytes: Buffer, starts: readonly number[]): { data: Buffer; parts: RawParts } => {
  const known = new Map<string, number>();
  const packed: Buffer[] = [];
  const ends: number[] = [];
  const order: number[] = [];
  let size = 0;
  const add = (part: Buffer): void => {
    const hash = toLineHash(part);
    let index = known.get(hash);
    if (index === undefined) {
      const data = recall(hash) ?? remember(hash, compressPart(part));
      known.set(hash, (index = packed.length));
      packed.push(data);
      ends.push((size += data.length));
    }
    order.push(index);
  };
  for (const [line, start] of starts.entries()) {
    const to = starts[line + 1] ?? bytes.length;
    for (let from = start, end = from; from < to; from = end) {
      end = findEnd(bytes, from, to);
      add(bytes.subarray(from, end));
    }
  }
  return { data: Buffer.concat(packed), parts: { hashes: [...known.keys()], ends, order } };
};

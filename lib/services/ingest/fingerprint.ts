import { createHash, type Hash } from 'node:crypto';
import type { FileHandle } from 'node:fs/promises';

const blockBytes = 1024 * 1024;

/** Feeds the bytes from `from` to `to` (exclusive) of a file to a hash. Stops early at the end of the file. */
export const hashRange = async (file: FileHandle, hash: Hash, from: number, to: number): Promise<void> => {
  const block = Buffer.allocUnsafe(Math.min(blockBytes, Math.max(1, to - from)));
  let at = from;
  while (at < to) {
    const { bytesRead } = await file.read(block, 0, Math.min(block.length, to - at), at);
    if (bytesRead === 0) return;
    hash.update(block.subarray(0, bytesRead));
    at += bytesRead;
  }
};

/** sha256 of the first `to` bytes, as a hash that can go on. */
export const hashPrefix = async (file: FileHandle, to: number): Promise<Hash> => {
  const hash = createHash('sha256');
  await hashRange(file, hash, 0, to);
  return hash;
};

/** The digest so far (hex); the hash can go on. */
export const digestOf = (hash: Hash): string => hash.copy().digest('hex');

import { createHash, type Hash } from 'node:crypto';
import type { FileHandle } from 'node:fs/promises';

/** Bytes before the offset that are compared, to notice a file that was rewritten in place. */
const tailBytes = 4096;
const maxFiles = 10_000;

type Remembered = { inode: string; offset: number; hash: Hash; tail: string };

/**
 * Hashes of what this process has read of growing files, so that checking a file that grew by k bytes costs k bytes, not
 * the whole file. Trusted only for the same inode whose last 4 kB before the offset still stand.
 */
export type PrefixMemory = {
  recall(path: string, file: FileHandle, inode: string, offset: number): Promise<Hash | null>;
  remember(path: string, file: FileHandle, inode: string, offset: number, hash: Hash): Promise<void>;
};

/** Remembers nothing at first, and at most 10,000 files: the one that was remembered longest ago goes. */
export const makePrefixMemory = (): PrefixMemory => {
  const known = new Map<string, Remembered>();
  return {
    recall: async (path, file, inode, offset) => {
      const found = known.get(path);
      if (!found || found.inode !== inode || found.offset !== offset) return null;
      return (await hashTail(file, offset)) === found.tail ? found.hash.copy() : null;
    },
    remember: async (path, file, inode, offset, hash) => {
      known.delete(path);
      known.set(path, { inode, offset, hash: hash.copy(), tail: await hashTail(file, offset) });
      const oldest = known.keys().next();
      if (known.size > maxFiles && !oldest.done) known.delete(oldest.value);
    },
  };
};

const hashTail = async (file: FileHandle, offset: number): Promise<string> => {
  const tail = Buffer.alloc(Math.min(tailBytes, offset));
  const { bytesRead } = await file.read(tail, 0, tail.length, offset - tail.length);
  return createHash('sha256').update(tail.subarray(0, bytesRead)).digest('base64');
};

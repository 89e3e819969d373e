import { promisify } from 'node:util';
import { read } from 'node:fs';

const readInto = promisify(read);
const blockBytes = 1024 * 1024;

/**
 * The bytes of an open file from `from` to `to` (exclusive), or to its end if that comes first. Each block is given in the same
 * memory as the one before it: copy what must outlive the next.
 */
export async function* readRange(fd: number, from: number, to: number): AsyncGenerator<Uint8Array> {
  const block = Buffer.allocUnsafeSlow(Math.min(blockBytes, Math.max(1, to - from)));
  let at = from;
  while (at < to) {
    const { bytesRead } = await readInto(fd, block, 0, Math.min(block.length, to - at), at);
    if (bytesRead === 0) return;
    yield block.subarray(0, bytesRead);
    at += bytesRead;
  }
}

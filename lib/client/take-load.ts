import type { PickedFile } from './dropped-files.ts';

/** Above this a file is sent alone, with its progress. */
export const smallFileBytes = 256 * 1024;

/** Files that are sent together take a fraction of a second, so that progress moves and a cancel holds soon. */
const maxTogether = 16;
const maxBytesTogether = 1024 * 1024;

const isSmall = ({ bytes }: PickedFile): boolean => bytes <= smallFileBytes;

/** Takes from the front of a queue what goes in one request: a large file alone, small ones together. None: it is empty. */
export const takeLoad = (queue: PickedFile[]): PickedFile[] => {
  const [first] = queue;
  if (!first) return [];
  let count = 1;
  let { bytes } = first;
  for (const next of queue.slice(1, maxTogether)) {
    bytes += next.bytes;
    if (!isSmall(first) || !isSmall(next) || bytes > maxBytesTogether) break;
    count += 1;
  }
  return queue.splice(0, count);
};

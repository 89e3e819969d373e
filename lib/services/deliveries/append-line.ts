import { constants, type Stats } from 'node:fs';
import { lstat, mkdir, open, realpath, type FileHandle } from 'node:fs/promises';
import path from 'node:path';
import { hasCode } from '../../domain/errors.ts';
import type { Redacted } from '../../redaction/redact.ts';

/** Creates a folder if nothing exists at the path, and returns its stats. Another process may create the same folder concurrently. */
const makeOrLook = async (at: string): Promise<Stats> => {
  const isMissing = await lstat(at).then(
    () => false,
    (error: unknown) => {
      if (hasCode(error, 'ENOENT')) return true;
      throw error;
    },
  );
  if (isMissing) {
    await mkdir(at, 0o700).catch((error: unknown) => {
      if (!hasCode(error, 'EEXIST')) throw error;
    });
  }
  return lstat(at);
};

/** Creates the folders of a path below a folder. Refuses symbolic links, which may lead elsewhere. */
const makeFolders = async (folder: string, relative: string): Promise<void> => {
  let at = folder;
  for (const part of relative.split('/').filter((one) => one !== '' && one !== '.')) {
    at = path.join(at, part);
    const stat = await makeOrLook(at);
    if (!stat.isDirectory())
      throw new Error(`${at} is ${stat.isSymbolicLink() ? 'a symbolic link, which is not followed' : 'not a folder'}.`);
  }
};

const endsTorn = async (handle: FileHandle, size: number): Promise<boolean> => {
  if (size === 0) return false;
  const { buffer } = await handle.read(Buffer.alloc(1), 0, 1, size - 1);
  return buffer[0] !== 0x0a;
};

/** Truncates a partial write, such as on a full disk, unless another process has appended since. */
const writeWhole = async (handle: FileHandle, text: Buffer, file: string): Promise<void> => {
  const { bytesWritten } = await handle.write(text);
  if (bytesWritten === text.byteLength) return;
  const end = (await handle.stat()).size;
  const begin = end - bytesWritten;
  const { buffer } = await handle.read(Buffer.alloc(bytesWritten), 0, bytesWritten, begin);
  if (buffer.equals(text.subarray(0, bytesWritten))) await handle.truncate(begin);
  throw new Error(`Only ${bytesWritten} of ${text.byteLength} bytes were written to ${file}.`);
};

/**
 * Appends a line to a file below a folder in a single write, so that lines of concurrent processes do not mix. Terminates an incomplete
 * last line first. Creates missing folders; fails if the path has a symbolic link or is not a regular file.
 */
export const appendLine = async (folder: string, relative: string, line: Redacted<string>): Promise<void> => {
  const root = await realpath(folder);
  await makeFolders(root, path.posix.dirname(relative));
  const file = path.join(root, relative);
  // Opening a pipe must not block until it has a reader.
  const flags = constants.O_RDWR | constants.O_APPEND | constants.O_CREAT | constants.O_NOFOLLOW | constants.O_NONBLOCK;
  const handle = await open(file, flags, 0o600).catch((error: unknown) => {
    if (hasCode(error, 'ELOOP')) throw new Error(`${file} is a symbolic link, which is not followed.`);
    throw error;
  });
  try {
    const stat = await handle.stat();
    if (!stat.isFile()) throw new Error(`${file} is not a regular file.`);
    const text = Buffer.from(`${(await endsTorn(handle, stat.size)) ? '\n' : ''}${line}\n`);
    await writeWhole(handle, text, file);
  } finally {
    await handle.close();
  }
};

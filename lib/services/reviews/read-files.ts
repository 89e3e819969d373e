import { constants } from 'node:fs';
import { open } from 'node:fs/promises';
import path from 'node:path';
import { printCount, printCounted } from '../../print/number.ts';
import { redactLines } from '../../redaction/redact.ts';
import type { WatchedFile } from './watch-files.ts';

/** A file as it is sent, without secrets; `text` may be only its beginning. */
export type ReadFile = { path: string; text: string; isCut: boolean; totalChars: number };

/** `leftOut`: what is missing, in words; null: nothing is. */
export type ReadFiles = { files: ReadFile[]; leftOut: string | null };

const maxFileBytes = 1024 * 1024;
/** Of the budget, for one of several files. */
const largestShare = 1 / 3;
/** What is left of a file is sent only if it is this much. */
const leastChars = 500;

/** The text of a file; null if it is none, or cannot be read. Opens no link and no device. */
const readText = async (file: string): Promise<string | null> => {
  const handle = await open(file, constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK).catch(() => null);
  if (handle === null) return null;
  try {
    const stats = await handle.stat();
    if (!stats.isFile()) return null;
    const buffer = Buffer.alloc(Math.min(stats.size, maxFileBytes));
    const { bytesRead } = await handle.read(buffer, 0, buffer.length, 0);
    const text = buffer.toString('utf8', 0, bytesRead);
    return text.includes('\0') ? null : text;
  } catch {
    return null;
  } finally {
    await handle.close();
  }
};

/**
 * Reads files below a folder, in `budget` characters together: those that `changed` names first, then the newest. What does not fit is
 * shortened or left out.
 */
export const readFiles = async (
  root: string,
  watched: readonly WatchedFile[],
  { budget, changed, signal }: { budget: number; changed: ReadonlySet<string>; signal?: AbortSignal },
): Promise<ReadFiles> => {
  const order = watched.toSorted((a, b) => Number(changed.has(b.path)) - Number(changed.has(a.path)) || b.mtimeMs - a.mtimeMs);
  const files: ReadFile[] = [];
  let [room, unread, unsent, cut] = [budget, 0, 0, 0];
  for (const { path: name } of order) {
    signal?.throwIfAborted();
    const most = Math.min(room, watched.length === 1 ? room : Math.ceil(budget * largestShare));
    if (most < leastChars) {
      unsent += 1;
      continue;
    }
    const read = await readText(path.join(root, name));
    if (read === null) {
      unread += 1;
      continue;
    }
    // Before it is cut: half a secret is not found.
    const text = redactLines(read);
    const isCut = text.length > most;
    if (isCut) cut += 1;
    files.push({ path: name, text: isCut ? text.slice(0, most) : text, isCut, totalChars: text.length });
    room -= Math.min(text.length, most);
  }
  const total = printCount(watched.length);
  const missing = [
    ...(unsent > 0 ? [`${printCount(unsent)} of ${total} files did not fit`] : []),
    ...(cut > 0 ? [`${printCounted(cut, 'file')} ${cut === 1 ? 'was' : 'were'} shortened`] : []),
    ...(unread > 0 ? [`${printCounted(unread, 'file')} ${unread === 1 ? 'is' : 'are'} no text or cannot be read`] : []),
  ];
  return { files, leftOut: missing.length === 0 ? null : missing.join('; ') };
};

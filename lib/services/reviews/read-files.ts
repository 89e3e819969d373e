import { constants } from 'node:fs';
import { open } from 'node:fs/promises';
import path from 'node:path';
import { printCount, printCounted } from '../../print/number.ts';
import { redactLines } from '../../redaction/redact.ts';
import type { WatchedFile } from './watch-files.ts';

/** A file as it is sent, without secrets; `text` may be only its beginning. */
export type ReadFile = { path: string; text: string; isCut: boolean; totalChars: number };

/** `unread`: paths of files that aren't text. `leftOut`: what is missing, in words; null: nothing is. */
export type ReadFiles = { files: ReadFile[]; unread: string[]; leftOut: string | null };

const maxFileBytes = 1024 * 1024;
/** By which text is told from other files. */
const probeBytes = 8 * 1024;
/** Files that are opened: of a folder of images, none fills the budget. */
const maxOpened = 1_000;
/** Of the budget, for one of several files. */
const largestShare = 1 / 3;
/** What is left of a file is sent only if it is this much. */
const minChars = 500;

/** The text of a file, of a large one its beginning; null for other files, and where it can't be read. Opens no link and no device. */
const readText = async (file: string): Promise<{ text: string; isCut: boolean } | null> => {
  const handle = await open(file, constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK).catch(() => null);
  if (handle === null) return null;
  try {
    const stats = await handle.stat();
    if (!stats.isFile()) return null;
    const start = Buffer.alloc(Math.min(stats.size, probeBytes));
    await handle.read(start, 0, start.length, 0);
    if (start.includes(0)) return null;
    const buffer = Buffer.alloc(Math.min(stats.size, maxFileBytes));
    const { bytesRead } = await handle.read(buffer, 0, buffer.length, 0);
    return { text: buffer.toString('utf8', 0, bytesRead), isCut: stats.size > maxFileBytes };
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
  const unread: string[] = [];
  let [room, unsent, cut] = [budget, 0, 0];
  for (const { path: name } of order) {
    signal?.throwIfAborted();
    const maxChars = Math.min(room, watched.length === 1 ? room : Math.ceil(budget * largestShare));
    if (maxChars < minChars || files.length + unread.length >= maxOpened) {
      unsent += 1;
      continue;
    }
    const read = await readText(path.join(root, name));
    if (read === null) {
      unread.push(name);
      continue;
    }
    // Before it is cut: half a secret is not found.
    const text = redactLines(read.text);
    const isCut = read.isCut || text.length > maxChars;
    if (isCut) cut += 1;
    files.push({ path: name, text: text.slice(0, maxChars), isCut, totalChars: text.length });
    room -= Math.min(text.length, maxChars);
  }
  const total = printCount(watched.length);
  const missing = [
    ...(unsent > 0 ? [`${printCount(unsent)} of ${total} files did not fit`] : []),
    ...(cut > 0 ? [`${printCounted(cut, 'file')} ${cut === 1 ? 'was' : 'were'} shortened`] : []),
    ...(unread.length > 0
      ? [`${printCounted(unread.length, 'file')} ${unread.length === 1 ? "isn't" : "aren't"} text or can't be read`]
      : []),
  ];
  return { files, unread, leftOut: missing.length === 0 ? null : missing.join('; ') };
};

import { constants } from 'node:fs';
import { open } from 'node:fs/promises';
import path from 'node:path';
import { hasCode } from '../../domain/errors.ts';
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
/** Share of the budget for one of several files. */
const largestShare = 1 / 3;
/** A file is left out if less room than this remains for it. */
const minChars = 500;
/** Names shown of files that aren't UTF-8. */
const maxNamed = 3;

/** Fails on bytes that aren't UTF-8, but for a character that is cut off at the end. */
const decodeText = (bytes: Uint8Array, isCut: boolean): string =>
  new TextDecoder('utf-8', { fatal: true }).decode(bytes, { stream: isCut });

type Unread = 'not_text' | 'not_utf8';

/** The text of a file, of a large one its beginning; or why there is none. Opens no link and no device. */
const readText = async (file: string): Promise<{ text: string; isCut: boolean } | Unread> => {
  const handle = await open(file, constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK).catch(() => null);
  if (handle === null) return 'not_text';
  try {
    const stats = await handle.stat();
    if (!stats.isFile()) return 'not_text';
    const start = Buffer.alloc(Math.min(stats.size, probeBytes));
    await handle.read(start, 0, start.length, 0);
    if (start.includes(0)) return 'not_text';
    const buffer = Buffer.alloc(Math.min(stats.size, maxFileBytes));
    const { bytesRead } = await handle.read(buffer, 0, buffer.length, 0);
    const isCut = stats.size > maxFileBytes;
    return { text: decodeText(buffer.subarray(0, bytesRead), isCut), isCut };
  } catch (error) {
    return hasCode(error, 'ERR_ENCODING_INVALID_ENCODED_DATA') ? 'not_utf8' : 'not_text';
  } finally {
    await handle.close();
  }
};

/** Guessing another encoding would send a wrong text. */
const describeEncoding = (paths: readonly string[]): string => {
  const more = paths.length > maxNamed ? ` and ${printCount(paths.length - maxNamed)} more` : '';
  const [is, them] = paths.length === 1 ? ["isn't", 'it'] : ["aren't", 'them'];
  const named = paths.slice(0, maxNamed).join(', ') + more;
  return `${printCounted(paths.length, 'file')} ${is} UTF-8 (${named}): convert ${them} to have ${them} reviewed`;
};

/**
 * Reads files below a folder, in `budget` characters together: those that `changed` names first, then the newest. Files that do not fit are
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
  const ofOtherEncoding: string[] = [];
  let [room, unsent, cut] = [budget, 0, 0];
  for (const { path: name } of order) {
    signal?.throwIfAborted();
    const maxChars = Math.min(room, watched.length === 1 ? room : Math.ceil(budget * largestShare));
    if (maxChars < minChars || files.length + unread.length >= maxOpened) {
      unsent += 1;
      continue;
    }
    const read = await readText(path.join(root, name));
    if (typeof read === 'string') {
      unread.push(name);
      if (read === 'not_utf8') ofOtherEncoding.push(name);
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
  const noText = unread.length - ofOtherEncoding.length;
  const missing = [
    ...(unsent > 0 ? [`${printCount(unsent)} of ${total} files did not fit`] : []),
    ...(cut > 0 ? [`${printCounted(cut, 'file')} ${cut === 1 ? 'was' : 'were'} shortened`] : []),
    ...(noText > 0 ? [`${printCounted(noText, 'file')} ${noText === 1 ? "isn't" : "aren't"} text or can't be read`] : []),
    ...(ofOtherEncoding.length > 0 ? [describeEncoding(ofOtherEncoding)] : []),
  ];
  return { files, unread, leftOut: missing.length === 0 ? null : missing.join('; ') };
};

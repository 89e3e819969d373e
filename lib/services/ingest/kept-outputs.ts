import { closeSync, constants, fstatSync, openSync, readdirSync, readFileSync, realpathSync, statSync } from 'node:fs';
import path from 'node:path';
import type { RecordDraft } from '../../formats/format.ts';
import { redact } from '../../redaction/redact.ts';

const folderName = 'tool-results';

/** Outputs that are longer stay as the session has them, which names their file. */
const maxBytes = 16 * 1024 * 1024;

/** Outputs of one session that are read, together, in the order of their names: the memory and the text that they may take. */
const maxSessionBytes = 64 * 1024 * 1024;

/** A plain name: what a session says is never followed to another folder. */
const plainName = /^\w[\w.-]{0,200}$/u;

/**
 * Completes results whose whole text lies in a file beside the session's. Where that is gone, too long, beyond what one session may have,
 * or reached through a link, they stay as they are.
 */
export const readKeptOutputs = (records: readonly RecordDraft[], sessionFile: string, redacts: boolean): void => {
  let readable: ReadonlySet<string> | null = null;
  for (const record of records) {
    if (record.outputFile === undefined || !plainName.test(record.outputFile)) continue;
    const folder = toFolder(sessionFile);
    readable ??= listReadable(folder);
    const text = readable.has(record.outputFile) ? readOutput(path.join(folder.path, record.outputFile)) : null;
    if (text !== null) record.text = redacts ? redact(text) : text;
  }
};

type KeptFolder = { path: string; base: string };

/** `<session>/tool-results`, beside `<session>.jsonl`; subagents lie in `<session>/subagents`. `base`: where no link is followed from. */
const toFolder = (sessionFile: string): KeptFolder => {
  const folder = path.dirname(sessionFile);
  const isSubagent = path.basename(folder) === 'subagents';
  const base = isSubagent ? path.dirname(folder) : folder;
  const session = isSubagent ? '' : path.basename(sessionFile).replace(/\.jsonl(?:\.gz|\.zst)?$/u, '');
  return { path: path.join(base, session, folderName), base };
};

/** Names of the outputs that fit into what a session may have; none where the folder, or the session's, is a link. */
const listReadable = ({ path: folder, base }: KeptFolder): ReadonlySet<string> => {
  const readable = new Set<string>();
  try {
    if (realpathSync(folder) !== path.join(realpathSync(base), path.relative(base, folder))) return readable;
    let bytes = 0;
    const files = readdirSync(folder, { withFileTypes: true }).filter((entry) => entry.isFile());
    for (const name of files.map((entry) => entry.name).toSorted()) {
      const { size } = statSync(path.join(folder, name));
      if (size > maxBytes || bytes + size > maxSessionBytes) continue;
      bytes += size;
      readable.add(name);
    }
  } catch {
    // A folder that is gone or cannot be read has no outputs.
  }
  return readable;
};

/** The text of a file that is no link, pipe or device, whatever took its place since it was listed. */
const readOutput = (file: string): string | null => {
  let handle: number | null = null;
  try {
    handle = openSync(file, constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK);
    const stats = fstatSync(handle);
    return stats.isFile() && stats.size <= maxBytes ? readFileSync(handle, 'utf8') : null;
  } catch {
    return null;
  } finally {
    if (handle !== null) closeSync(handle);
  }
};

const sideFile = /[\\/][0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}[\\/](?:tool-results|session-memory)[\\/][^\\/]+$/iu;
const memoryFile = /[\\/]projects[\\/][^\\/]+[\\/]memory[\\/].+\.md$/u;

/** Whether a file is known to belong to sessions without being one: what Claude Code keeps of long outputs, and its notes of a project. */
export const isSideFile = (file: string): boolean => sideFile.test(file) || memoryFile.test(file);

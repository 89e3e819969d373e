import { lstatSync, readFileSync } from 'node:fs';
import path from 'node:path';
import type { RecordDraft } from '../../formats/format.ts';
import { redact } from '../../redaction/redact.ts';

const folderName = 'tool-results';

/** Outputs that are longer stay as the session has them, which names their file. */
const maxBytes = 16 * 1024 * 1024;

/** A plain name: what a session says is never followed to another folder. */
const plainName = /^\w[\w.-]{0,200}$/u;

/** Completes results whose whole text lies in a file beside the session's. Where that is gone or too long, they stay as they are. */
export const readKeptOutputs = (records: readonly RecordDraft[], sessionFile: string, redacts: boolean): void => {
  for (const record of records) {
    if (record.outputFile === undefined || !plainName.test(record.outputFile)) continue;
    const text = readOutput(path.join(toFolder(sessionFile), record.outputFile));
    if (text !== null) record.text = redacts ? redact(text) : text;
  }
};

/** `<session>/tool-results`, beside `<session>.jsonl`; subagents lie in `<session>/subagents`. */
const toFolder = (sessionFile: string): string => {
  const folder = path.dirname(sessionFile);
  const isSubagent = path.basename(folder) === 'subagents';
  return isSubagent
    ? path.join(path.dirname(folder), folderName)
    : path.join(folder, path.basename(sessionFile).replace(/\.jsonl(?:\.gz|\.zst)?$/u, ''), folderName);
};

const readOutput = (file: string): string | null => {
  try {
    const stats = lstatSync(file);
    return stats.isFile() && stats.size <= maxBytes ? readFileSync(file, 'utf8') : null;
  } catch {
    return null;
  }
};

const sideFile = /[\\/][0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}[\\/](?:tool-results|session-memory)[\\/][^\\/]+$/iu;
const memoryFile = /[\\/]projects[\\/][^\\/]+[\\/]memory[\\/].+\.md$/u;

/** Whether a file is known to belong to sessions without being one: what Claude Code keeps of long outputs, and its notes of a project. */
export const isSideFile = (file: string): boolean => sideFile.test(file) || memoryFile.test(file);

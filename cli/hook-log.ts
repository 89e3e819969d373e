import { closeSync, constants, fstatSync, mkdirSync, openSync, renameSync, writeSync } from 'node:fs';
import path from 'node:path';
import { hasCode } from '../lib/domain/errors.ts';

class ForeignLogError extends Error {}

const maxBytes = 1024 * 1024;
const standardError = 2;

/**
 * Appends a line to a log, which is renamed to `.1` once it is full. Anything in its place that is not a regular file of this user, such as
 * a link, is not written to: then the line goes to standard error. Other failures are ignored: the agent must not notice them.
 */
export const makeHookLog =
  (file: string) =>
  (event: string, fields: Readonly<Record<string, unknown>> = {}): void => {
    const line = `${JSON.stringify({ at: new Date().toISOString(), event, ...fields })}\n`;
    try {
      mkdirSync(path.dirname(file), { recursive: true, mode: 0o700 });
      if (append(file, line) > maxBytes) renameSync(file, `${file}.1`);
    } catch (error) {
      if (error instanceof ForeignLogError || hasCode(error, 'ELOOP') || hasCode(error, 'ENXIO'))
        tryWriteError(`${file} was not written: ${error instanceof Error ? error.message : String(error)}\n${line}`);
    }
  };

export type HookLog = ReturnType<typeof makeHookLog>;

/** Returns the size of the log. */
const append = (file: string, line: string): number => {
  // Opening a pipe must not block.
  const flags = constants.O_WRONLY | constants.O_APPEND | constants.O_CREAT | constants.O_NOFOLLOW | constants.O_NONBLOCK;
  const handle = openSync(file, flags, 0o600);
  try {
    const stats = fstatSync(handle);
    // Another user could give a file a second name here.
    if (!stats.isFile() || stats.nlink > 1 || stats.uid !== (process.geteuid?.() ?? stats.uid))
      throw new ForeignLogError('It is not a file of its own.');
    return stats.size + writeSync(handle, line);
  } finally {
    closeSync(handle);
  }
};

const tryWriteError = (text: string): void => {
  try {
    writeSync(standardError, text);
  } catch {
    // The agent must not fail because of the log.
  }
};

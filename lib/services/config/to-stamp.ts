import { statSync } from 'node:fs';
import { hasCode } from '../../domain/errors.ts';

/** Identifies the state of a file without reading it: null if it does not exist, and why, if nobody can tell. */
export const toStamp = (file: string): string | null => {
  try {
    const stat = statSync(file, { throwIfNoEntry: false });
    return stat ? `${stat.ino} ${stat.size} ${stat.mtimeMs} ${stat.ctimeMs}` : null;
  } catch (error) {
    if (hasCode(error, 'ENOTDIR')) return null;
    return error instanceof Error ? error.message : String(error);
  }
};

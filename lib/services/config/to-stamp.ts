import { statSync } from 'node:fs';

/** Identifies the state of a file without reading it; null if it does not exist. */
export const toStamp = (file: string): string | null => {
  const stat = statSync(file, { throwIfNoEntry: false });
  return stat ? `${stat.ino} ${stat.size} ${stat.mtimeMs} ${stat.ctimeMs}` : null;
};

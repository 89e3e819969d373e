import { statSync } from 'node:fs';
import path from 'node:path';
import { isAppError } from '../lib/server/problem.ts';
import { findFiles } from '../lib/services/imports/find-files.ts';

export type PlannedFile = {
  /** As printed: relative to the argument. */
  shown: string;
  /** Absolute path; null: standard input. */
  file: string | null;
  bytes: number;
  /** Given as an argument, not found in a folder. */
  named: boolean;
  /** Why it cannot be read. */
  problem: string | null;
};

/** Files for the arguments without duplicates, in order: folders are walked and sorted, `-` is standard input. */
export const planImport = async (places: readonly string[]): Promise<PlannedFile[]> => {
  const planned = new Map<string, PlannedFile>();
  for (const place of places)
    for (const file of await planPlace(place)) if (!planned.has(file.file ?? '-')) planned.set(file.file ?? '-', file);
  return [...planned.values()];
};

const planPlace = async (place: string): Promise<PlannedFile[]> => {
  if (place === '-') return [{ shown: '-', file: null, bytes: 0, named: true, problem: null }];
  try {
    const found = await findFiles(place);
    return found.map(({ file, problem }) => ({
      shown: file,
      file: path.resolve(file),
      bytes: readSize(file),
      named: file === place,
      problem,
    }));
  } catch (error) {
    if (!isAppError(error)) throw error;
    return [{ shown: place, file: path.resolve(place), bytes: 0, named: true, problem: error.message }];
  }
};

/** One after the other: 10,000 files at once take 50 MB more, and longer. 0 for a file that cannot be looked at. */
const readSize = (file: string): number => {
  try {
    return statSync(file).size;
  } catch {
    return 0;
  }
};

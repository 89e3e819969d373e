import type { FileResult } from '../../domain/import.ts';
import type { Store } from '../../store/store.ts';
import { importFile } from '../ingest/import-file.ts';
import type { ImportInput } from '../ingest/import-input.ts';
import { makePrefixMemory } from '../ingest/prefix-memory.ts';

/** Imports one file at a time, here or in another thread. A cancelled file gives a result, never an exception. */
export type Importer = { importFile(input: ImportInput): Promise<FileResult> };

/** Imports in this thread. */
export const makeDirectImporter = ({ store, now }: { store: Store; now: () => number }): Importer => {
  const deps = { store, now, prefixMemory: makePrefixMemory() };
  return { importFile: (input) => importFile(deps, input) };
};

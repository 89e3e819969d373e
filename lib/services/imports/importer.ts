import type { FileResult } from '../../domain/import.ts';
import { importFile } from '../ingest/import-file.ts';
import type { ImportDeps, ImportInput } from '../ingest/import-input.ts';

/** Imports one file at a time, in this thread or another. Cancellation gives a result, never an exception. */
export type Importer = { importFile(input: ImportInput): Promise<FileResult> };

/** Imports in this thread. */
export const makeDirectImporter = (deps: ImportDeps): Importer => ({ importFile: (input) => importFile(deps, input) });

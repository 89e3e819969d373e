import type { ErrorCode } from '../domain/errors.ts';
import type { FileResult } from '../domain/import.ts';
import type { ConfigPlaces } from '../services/config/config-file.ts';
import type { ImportProgress } from '../services/ingest/import-input.ts';

/** What the server tells the import worker. */
export type ToWorker =
  { kind: 'import'; job: number; file: string; path: string; synthetic: boolean } | { kind: 'cancel'; job: number } | { kind: 'close' };

/** What the worker answers. `failed` is unexpected: what is wrong with a file is in its result. */
export type FromWorker =
  | { kind: 'progress'; job: number; progress: ImportProgress }
  | { kind: 'done'; job: number; result: FileResult }
  | { kind: 'failed'; job: number; code: ErrorCode; message: string };

/** What the server tells the observer worker, which looks for what was written by itself. */
export type ToObserver = { kind: 'look' } | { kind: 'hold'; held: boolean } | { kind: 'close' };

export type WorkerSettings = {
  databaseFile: string;
  migrationsFolder: string;
};

/** The thread that observes reads the configuration for itself. */
export type ObserverSettings = WorkerSettings & { config: ConfigPlaces };

import type { ErrorCode } from '../domain/errors.ts';
import type { GivenDescriptor } from '../domain/trajectory.ts';
import type { FileResult } from '../domain/import.ts';
import type { ConfigPlaces } from '../services/config/config-file.ts';
import type { DataWork } from '../services/data/archive-service.ts';
import type { ImportProgress } from '../services/ingest/import-input.ts';

/** Messages to the import worker. */
export type ToWorker =
  | {
      kind: 'import';
      job: number;
      file: string;
      path: string;
      synthetic: boolean;
      restoresDeleted: boolean;
      descriptor: GivenDescriptor | undefined;
      isAhead: boolean;
    }
  | { kind: 'cancel'; job: number }
  | { kind: 'close' };

/** Messages from the worker. `failed` is unexpected; problems of a file are in its result. */
export type FromWorker =
  | { kind: 'progress'; job: number; progress: ImportProgress }
  | { kind: 'done'; job: number; result: FileResult }
  | { kind: 'failed'; job: number; code: ErrorCode; message: string };

/** Messages to the observer worker, which detects writes itself. */
export type ToObserver = { kind: 'look' } | { kind: 'hold'; held: boolean } | { kind: 'close' };

export type WorkerSettings = {
  databaseFile: string;
  migrationsFolder: string;
};

/** The observer and import threads read the configuration themselves. */
export type ObserverSettings = WorkerSettings & { config: ConfigPlaces };

export type DataWorkerSettings = WorkerSettings & { work: DataWork };

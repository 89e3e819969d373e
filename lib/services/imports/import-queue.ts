import type { FileResult } from '../../domain/import.ts';
import type { ImportInput } from '../ingest/import-input.ts';
import { makeRefusedResult } from '../ingest/file-result.ts';
import type { Importer } from './importer.ts';

type Job = { input: ImportInput; resolve: (result: FileResult) => void; reject: (error: unknown) => void };

export type ImportQueue = {
  /** Queues a file. `urgent` files (appended to a watched file) go first. */
  run(input: ImportInput, options?: { urgent?: boolean }): Promise<FileResult>;
};

/** Result of a file that was canceled before it was read. */
export const makeCancelledResult = (path: string, bytes: number): FileResult =>
  makeRefusedResult(
    path,
    bytes,
    'cancelled',
    { line: null, code: 'cancelled', message: 'Canceled before it was read.', excerpt: null },
    null,
  );

/** One file at a time in order of arrival, so that a session shared by several files has one writer. */
export const makeImportQueue = (importer: Importer): ImportQueue => {
  const urgentJobs: Job[] = [];
  const jobs: Job[] = [];
  let busy = false;

  const work = async () => {
    if (busy) return;
    busy = true;
    for (let job = urgentJobs.shift() ?? jobs.shift(); job; job = urgentJobs.shift() ?? jobs.shift()) {
      const { input, resolve, reject } = job;
      if (input.signal.aborted) resolve(makeCancelledResult(input.path, 0));
      else await importer.importFile(input).then(resolve, reject);
    }
    busy = false;
  };

  return {
    run: (input, { urgent = false } = {}) =>
      new Promise((resolve, reject) => {
        (urgent ? urgentJobs : jobs).push({ input, resolve, reject });
        void work();
      }),
  };
};

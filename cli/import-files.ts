import path from 'node:path';
import { v7 as uuidv7 } from 'uuid';
import type { GivenDescriptor } from '../lib/domain/trajectory.ts';
import type { FileResult } from '../lib/domain/import.ts';
import { log, toLogFields } from '../lib/server/log.ts';
import { isAppError } from '../lib/server/problem.ts';
import { makeRefusedResult } from '../lib/services/ingest/file-result.ts';
import { indexArchive, recoverArchive } from '../lib/services/ingest/finish-archive.ts';
import { makeImportQueue, maxFilesTogether } from '../lib/services/imports/import-queue.ts';
import type { ImportDeps } from '../lib/services/ingest/import-input.ts';
import { mapAhead } from '../lib/services/ingest/map-ahead.ts';
import { makeDirectImporter } from '../lib/services/imports/importer.ts';
import { makeFailedResult, makeRunningImport, type RunningImport } from '../lib/services/imports/running-import.ts';
import { makeSpool } from '../lib/services/imports/spool.ts';
import { makeImportBar } from './import-bar.ts';
import type { PlannedFile } from './import-plan.ts';
import { observeNewCalls } from './observe-new-calls.ts';
import { openConfig } from './open-config.ts';
import { withArchive, type Archive } from './open-archive.ts';
import { printNote } from './print.ts';

export type Outcome = { planned: PlannedFile; result: FileResult };
type Decoding = Pick<ImportDeps, 'decodeElsewhere' | 'decodeAhead'>;
/** `observe`: run observers before the command ends. `onResult` gets each result as its file finishes. */
type ImportFilesOptions = {
  label: string;
  observe: boolean;
  /** Descriptor for snapshots that name no prompt or tag. */
  descriptor: GivenDescriptor | undefined;
  showsBar: boolean;
  onResult?: (outcome: Outcome) => void;
};

/** Imports files one by one, indexes them for search and, with `observe`, runs the observers. The results count what other files added. */
export const importFiles = (decoding: Decoding, files: readonly PlannedFile[], options: ImportFilesOptions): Promise<Outcome[]> =>
  withArchive((archive) => importAll(archive, decoding, files, options));

const importAll = async (
  archive: Archive,
  decoding: Decoding,
  files: readonly PlannedFile[],
  { label, observe, descriptor, showsBar, onResult }: ImportFilesOptions,
): Promise<Outcome[]> => {
  const { store, databaseFile } = archive;
  const now = Date.now;
  const config = openConfig();
  const redacts = () => config.load().redact.on_import;
  const id = uuidv7({ msecs: now() });
  const plannedOf = new Map(files.map((planned) => [planned.file, planned]));
  const bar = showsBar ? makeImportBar(files) : null;
  const done: Outcome[] = [];
  let bytesBefore = 0;
  const queue = makeImportQueue(makeDirectImporter({ store, now, scratchFolder: toSpoolFolder(databaseFile), ...decoding, redacts }));
  const reporting: typeof queue = {
    run: (input, options) => {
      const onProgress: typeof input.onProgress = (progress) => {
        const current = plannedOf.get(input.path);
        if (current) bar?.update(current, bytesBefore + progress.bytesRead);
        input.onProgress(progress);
      };
      return queue.run({ ...input, onProgress }, options);
    },
  };
  await recoverArchive(store);
  await store.createImport({ id, origin: 'cli', label: label.slice(0, 400), startedAtMs: now(), processId: process.pid });
  const running = makeRunningImport({ store, queue: reporting, now }, id);
  const release = cancelOnInterrupt(running);
  try {
    if (files[0]) bar?.update(files[0], 0);
    const importOutcome = async (planned: PlannedFile): Promise<Outcome> => ({
      planned,
      result: await importSafely(archive, running, planned, { id, descriptor }),
    });
    const outcomes = mapAhead(files, importOutcome, maxFilesTogether);
    for await (const outcome of outcomes) {
      done.push(outcome);
      onResult?.(outcome);
      bytesBefore += outcome.planned.bytes;
      bar?.update(outcome.planned, bytesBefore);
    }
    const finished = new Map((await running.finish()).map((result) => [result.id, result]));
    await store.finishImport(id, running.signal.aborted ? 'cancelled' : 'done', now());
    await indexArchive(store, running.signal);
    bar?.stop();
    if (observe && !running.signal.aborted) await observeNewCalls(store, running.signal);
    return done.map(({ planned, result }) => ({ planned, result: finished.get(result.id) ?? result }));
  } finally {
    bar?.stop();
    release();
  }
};

type Target = { id: string; descriptor: GivenDescriptor | undefined };

/** An unexpected error in one file must not stop the others. */
const importSafely = async (archive: Archive, running: RunningImport, planned: PlannedFile, target: Target): Promise<FileResult> => {
  try {
    return await importOne(archive, running, planned, target);
  } catch (error) {
    const path = planned.file ?? planned.shown;
    if (!isAppError(error)) log('error', 'import', { path, ...toLogFields(error) });
    const message = error instanceof Error ? error.message : String(error);
    const result = makeFailedResult(path, planned.bytes, 'unreadable', `The file could not be imported: ${message}`);
    await running.put(result);
    return result;
  }
};

const importOne = async (
  { databaseFile }: Archive,
  running: RunningImport,
  planned: PlannedFile,
  { id, descriptor }: Target,
): Promise<FileResult> => {
  const { file, bytes, problem, named } = planned;
  if (problem !== null) {
    const result = makeRefusedResult(planned.shown, 0, 'failed', { line: null, code: 'unreadable', message: problem, excerpt: null }, null);
    await running.put(result);
    return result;
  }
  if (file !== null) return running.addOneOfMany({ file, path: file, synthetic: false, restoresDeleted: named, descriptor, bytes });
  const spool = makeSpool({ folder: toSpoolFolder(databaseFile), processId: process.pid, isAlive: () => true });
  const spooled = await spool.write(id, process.stdin, running.signal);
  try {
    return await running.addFile({
      file: spooled.file,
      path: `stdin-${id}`,
      synthetic: false,
      restoresDeleted: true,
      descriptor,
      bytes: spooled.bytes,
    });
  } finally {
    await spooled.remove();
  }
};

const toSpoolFolder = (databaseFile: string): string => path.join(path.dirname(databaseFile), 'spool');

/** The first Ctrl-C cancels after the transaction, the second exits at once. */
const cancelOnInterrupt = (running: RunningImport): (() => void) => {
  const onSignal = () => {
    if (running.signal.aborted) process.exit(1);
    printNote('\nStopping after the current transaction…');
    running.cancel();
  };
  process.on('SIGINT', onSignal);
  process.on('SIGTERM', onSignal);
  return () => {
    process.off('SIGINT', onSignal);
    process.off('SIGTERM', onSignal);
  };
};

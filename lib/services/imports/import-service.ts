import type { Readable } from 'node:stream';
import { v7 as uuidv7 } from 'uuid';
import { AppError } from '../../domain/errors.ts';
import { isUnsupported, type FileResult, type ImportDetail, type ImportOrigin, type ImportSummary } from '../../domain/import.ts';
import type { IssueLine } from '../../domain/issue.ts';
import type { GivenDescriptor } from '../../domain/trajectory.ts';
import type { Page } from '../../domain/page.ts';
import type { Upgrade } from '../../domain/upgrade.ts';
import { supportedFormats } from '../../formats/registry.ts';
import type { Store } from '../../store/store.ts';
import { mapAhead } from '../ingest/map-ahead.ts';
import { maxFilesTogether, type ImportQueue } from './import-queue.ts';
import { addSafely, makeReceive, type Upload, type UploadForm } from './receive-files.ts';
import { makeFailedResult, makeRunningImport, makeWaitingResult, type RunningImport } from './running-import.ts';
import type { Processes, Spool } from './spool.ts';

export type LocalFile = { file: string; path: string; bytes?: number };

export type LocalFiles = readonly LocalFile[] | AsyncIterable<LocalFile>;

type LocalImport = {
  label: string;
  origin: ImportOrigin;
  synthetic: boolean;
  files: LocalFiles;
  signal?: AbortSignal;
  /** Called once the import is there. `canceled` aborts as soon as it is canceled. */
  onOpen?: (id: string, canceled: AbortSignal) => void;
};

export type ImportService = {
  /** The line that an issue refers to. Fails with `not_found` if the file was read again since and the line is gone. */
  getIssueLine(sourceId: string, line: number): Promise<IssueLine>;
  list(page: { cursor: string | null; limit: number }): Promise<Page<ImportSummary>>;
  get(id: string): Promise<ImportDetail>;
  /** Progress of the last upgrade; null if no file ever needed one. */
  findUpgrade(): Promise<Upgrade | null>;
  open(label: string, origin?: ImportOrigin): Promise<string>;
  /** Imports one file, streamed. `bytes` is the announced size. */
  putFile(id: string, upload: Upload): Promise<FileResult>;
  /** Imports the files of a form and returns one result per file, in order. */
  putFiles(id: string, form: UploadForm): Promise<FileResult[]>;
  /** Runs a whole import from one request: a raw body named `name`, or a multipart form. */
  importBody(
    body: Readable,
    options: {
      name: string | null;
      label: string | null;
      contentType: string;
      bytes: number;
      descriptor?: GivenDescriptor | undefined;
    },
  ): Promise<ImportDetail>;
  /** Imports local files in order as one import. An array is listed at once; an iterable is asked for a file when one is done. */
  importFiles(options: LocalImport): Promise<ImportDetail>;
  /** Stops reading, and lists files that will not be sent, before `cancel`; answers how many. */
  putUnsent(id: string, files: readonly { path: string; bytes: number }[]): Promise<{ files: number }>;
  finish(id: string): Promise<ImportDetail>;
  cancel(id: string): Promise<ImportDetail>;
  /** Closes imports left open by an exited process and deletes its uploads. Call once at startup. */
  recover(): Promise<void>;
};

type Deps = Processes & { store: Store; queue: ImportQueue; spool: Spool; now: () => number };

export const makeImportService = (deps: Deps): ImportService => {
  const { store, spool, now, processId, isAlive } = deps;
  const { receiveFile, receiveForm } = makeReceive(deps);
  const running = new Map<string, RunningImport>();

  const get = async (id: string): Promise<ImportDetail> => {
    const found = await store.findImport(id);
    if (!found) throw new AppError('not_found', `There is no import ${id}.`);
    return found.results.some(isUnsupported) ? { ...found, supportedFormats: [...supportedFormats] } : found;
  };

  const getRunning = async (id: string): Promise<RunningImport> => {
    const found = running.get(id);
    if (found) return found;
    const { status } = await get(id);
    throw new AppError('conflict', `The import ${id} is closed (${status}). Open a new one.`);
  };

  const open = async (label: string, origin: ImportOrigin = 'upload'): Promise<string> => {
    const startedAtMs = now();
    const id = uuidv7({ msecs: startedAtMs });
    await store.createImport({ id, origin, label, startedAtMs, processId });
    running.set(id, makeRunningImport(deps, id));
    return id;
  };

  const close = async (id: string, status: 'done' | 'cancelled'): Promise<ImportDetail> => {
    const found = running.get(id);
    if (found) {
      if (status === 'cancelled') found.cancel();
      await found.finish();
      await store.finishImport(id, status, now());
      // Not before: where the database was busy, it is closed again.
      running.delete(id);
    }
    const past = await get(id);
    if (past.status === 'open')
      throw new AppError('conflict', `The import ${id} is run by another process, such as a command: stop it there, with Ctrl+C.`);
    return past;
  };

  const whole = async (label: string, origin: ImportOrigin, fill: (target: RunningImport, id: string) => Promise<unknown>) => {
    const id = await open(label, origin);
    const target = await getRunning(id);
    try {
      await target.track(() => fill(target, id));
    } catch (error) {
      await close(id, 'cancelled');
      throw error;
    }
    return close(id, target.signal.aborted ? 'cancelled' : 'done');
  };

  const getIssueLine = async (sourceId: string, line: number): Promise<IssueLine> => {
    const found = await store.findIssueLine(sourceId, line);
    if (!found) throw new AppError('not_found', `Line ${line} is not available: the file was read again since, or the line had no issue.`);
    return found;
  };

  return {
    getIssueLine,
    list: (page) => store.listImports(page),
    get,
    findUpgrade: async () => {
      const last = await store.findLastUpgrade();
      if (!last || last.total === 0) return null;
      const { formats: _, ...upgrade } = last;
      return { ...upgrade, noLongerFound: await store.countNoLongerFound(upgrade.startedAtMs) };
    },
    open,
    putFile: async (id, upload) => {
      const target = await getRunning(id);
      return target.track(() => receiveFile(target, upload));
    },
    putFiles: async (id, form) => {
      const target = await getRunning(id);
      return target.track(() => receiveForm(target, form));
    },
    importBody: (body, { name, label, contentType, bytes, descriptor }) =>
      whole(label ?? name ?? 'Upload', 'upload', (target, id) =>
        contentType.startsWith('multipart/')
          ? receiveForm(target, { contentType, body, descriptor })
          : receiveFile(target, { path: name ?? `upload-${id}`, bytes, body, descriptor }),
      ),
    importFiles: ({ label, origin, synthetic, files, signal, onOpen }) =>
      whole(label, origin, async (target, id) => {
        if (signal?.aborted) target.cancel();
        signal?.addEventListener('abort', target.cancel);
        const importOne = ({ file, path, bytes = 0 }: LocalFile) => addSafely(target, { file, path, synthetic, bytes });
        if ('length' in files) for (const { path, bytes } of files) target.putSoon(makeWaitingResult(path, bytes ?? 0));
        onOpen?.(id, target.signal);
        if ('length' in files) {
          const results = mapAhead(files, importOne, maxFilesTogether);
          while (!(await results.next()).done);
        } else {
          // An iterable may build each file on those before.
          for await (const file of files) await importOne(file);
        }
      }),
    putUnsent: async (id, files) => {
      const target = await getRunning(id);
      target.cancel();
      target.putUnsent(files.map(({ path, bytes }) => makeFailedResult(path, bytes, 'cancelled', 'Canceled before it was sent.')));
      await target.flush();
      return { files: files.length };
    },
    finish: (id) => close(id, 'done'),
    cancel: (id) => close(id, 'cancelled'),
    recover: async () => {
      await spool.clean();
      for (const { id, processId: by } of await store.listOpenImports()) {
        // An older process may have had the id of this one.
        const isRunning = by === processId ? running.has(id) : by !== null && isAlive(by);
        if (!isRunning) await store.finishImport(id, 'cancelled', now());
      }
    },
  };
};

import type { FileResult } from '../domain/import.ts';
import type { PickedFile } from './dropped-files.ts';
import type { SendFile } from './send-file.ts';
import type { SendFiles } from './send-files.ts';
import { takeLoad } from './take-load.ts';
import { idleUpload, printUploadLabel, type UploadFile, type UploadState } from './upload-state.ts';

export type UploadServer = {
  create: (label: string) => Promise<{ id: string }>;
  send: SendFile;
  sendTogether: SendFiles;
  finish: (id: string) => Promise<unknown>;
  /** `unsent`: files whose results are not known; some may have arrived. Answers what became of all files. */
  cancel: (id: string, unsent: readonly { path: string; bytes: number }[]) => Promise<readonly FileResult[]>;
};

/** Requests at a time; a browser has six connections to a host for all its tabs. */
const atOnce = 2;
const toMessage = (error: unknown): string => (error instanceof Error ? error.message : String(error));

type Hold = { ended: Promise<void>; end: () => void };

const makeHold = (): Hold => {
  let end: () => void = () => undefined;
  const ended = new Promise<void>((resolve) => (end = resolve));
  return { ended, end: () => end() };
};

/** One import: its files by path, in their order, those that wait, and those whose end is not known yet. */
type Job = {
  files: Map<string, UploadFile>;
  queue: PickedFile[];
  open: Set<string>;
  control: AbortController;
  created: Promise<{ id: string }> | null;
  /** The import was finished; files added now (`late`) make a new import. */
  closing: boolean;
  late: PickedFile[];
};

const makeJob = (): Job => ({
  files: new Map(),
  queue: [],
  open: new Set(),
  control: new AbortController(),
  created: null,
  closing: false,
  late: [],
});

/**
 * One import by this page, with two concurrent requests. It is outside React, so navigation does not end it; files added while it runs
 * join it. Subscribers are notified at most every `everyMs`.
 */
export const makeUploadRun = (server: UploadServer, { now, everyMs = 100 }: { now: () => number; everyMs?: number }) => {
  let state = idleUpload;
  let job = makeJob();
  let timer: ReturnType<typeof setTimeout> | null = null;
  let held: Hold | null = null;
  const listeners = new Set<() => void>();

  const publish = () => {
    timer = null;
    state = { ...state, files: [...job.files.values()] };
    for (const listener of listeners) listener();
  };
  const update = (next: Partial<UploadState>) => {
    state = { ...state, ...next };
    if (timer !== null) clearTimeout(timer);
    publish();
  };
  const change = ({ files }: Job, path: string, to: Partial<UploadFile>) => {
    const before = files.get(path);
    if (before) files.set(path, { ...before, ...to });
    timer ??= setTimeout(publish, everyMs);
  };

  const letGo = () => {
    held?.end();
    held = null;
  };

  const end = (of: Job, { path, bytes: sentBytes }: PickedFile, outcome: FileResult | Error) => {
    // The server reports what happened to files that were uploading when the import was canceled.
    if (outcome instanceof Error && of.control.signal.aborted) return;
    of.open.delete(path);
    if (outcome instanceof Error) change(of, path, { sentBytes, state: 'failed', problem: outcome.message });
    else change(of, path, { sentBytes, state: 'done', result: outcome });
  };

  const endCanceled = (of: Job, results: readonly FileResult[]) => {
    for (const path of of.open) change(of, path, { state: 'cancelled' });
    for (const result of results) change(of, result.path, { state: result.status === 'cancelled' ? 'cancelled' : 'done', result });
  };

  const sendOne = (of: Job, importId: string, { path, bytes, file }: PickedFile): Promise<FileResult[]> => {
    const onSent = (sent: number) => {
      const sentBytes = Math.min(sent, bytes);
      change(of, path, { sentBytes, state: sentBytes === bytes ? 'reading' : 'sending' });
    };
    onSent(0);
    return server.send({ importId, path, file }, { signal: of.control.signal, onSent }).then((result) => [result]);
  };

  const sendTogether = (of: Job, importId: string, load: readonly PickedFile[]): Promise<(FileResult | Error)[]> => {
    for (const { path, bytes } of load) change(of, path, { sentBytes: bytes, state: 'reading' });
    return server.sendTogether(importId, load, of.control.signal);
  };

  const sendLoad = async (of: Job, importId: string, load: readonly PickedFile[]) => {
    const [only] = load;
    try {
      const results = only && load.length === 1 ? await sendOne(of, importId, only) : await sendTogether(of, importId, load);
      for (const [index, picked] of load.entries()) end(of, picked, results[index] ?? new Error('The server returned no result.'));
    } catch (error) {
      for (const picked of load) end(of, picked, error instanceof Error ? error : new Error(toMessage(error)));
    }
  };

  const takeNext = async ({ queue, control }: Job): Promise<PickedFile[]> => {
    if (queue.length > 0) await held?.ended;
    return control.signal.aborted ? [] : takeLoad(queue);
  };

  const work = async (importId: string, of: Job) => {
    for (let load = await takeNext(of); load.length > 0; load = await takeNext(of)) await sendLoad(of, importId, load);
  };

  const run = async (of: Job) => {
    const ended = () => of.control.signal.aborted;
    try {
      of.created = server.create(state.label);
      const { id } = await of.created;
      if (of === job) update({ importId: id });
      while (of.queue.length > 0 && !ended()) await Promise.all(Array.from({ length: atOnce }, () => work(id, of)));
      if (ended()) return;
      of.closing = true;
      await server.finish(id);
      letGo();
      if (ended()) return;
      update({ status: 'finished', pausedAtMs: null });
      add(of.late);
    } catch (error) {
      letGo();
      if (!ended()) update({ status: 'failed', pausedAtMs: null, problem: toMessage(error) });
    }
  };

  /** Starts an import, or adds to the one that runs. A path that is still on its way is not sent twice. */
  const add = (picked: readonly PickedFile[]) => {
    if (picked.length === 0) return;
    const starts = state.status !== 'running';
    if (!starts && job.closing) {
      job.late.push(...picked);
      return;
    }
    if (starts) {
      job = makeJob();
      state = { ...idleUpload, status: 'running', label: printUploadLabel(picked), startedAtMs: now() };
    }
    const { files, queue, open } = job;
    for (const one of picked) {
      const { path, bytes } = one;
      if (open.has(path)) continue;
      open.add(path);
      // A file that is added again moves to the end.
      files.delete(path);
      files.set(path, { path, bytes, state: 'waiting', sentBytes: 0, result: null, problem: null });
      queue.push(one);
    }
    update({});
    if (starts) void run(job);
  };

  return {
    getState: () => state,
    subscribe: (listener: () => void) => {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    add,
    /** Sends no further file until `resume`; those on their way come to their end. */
    pause: () => {
      if (state.status !== 'running' || held) return;
      held = makeHold();
      update({ pausedAtMs: now() });
    },
    resume: () => {
      if (state.pausedAtMs === null) return;
      letGo();
      update({ pausedAtMs: null, startedAtMs: state.startedAtMs + now() - state.pausedAtMs });
    },
    /** Ends the import once the files that are being read are; what is stored by then stays and is whole. */
    cancel: async () => {
      if (state.status !== 'running') return;
      const of = job;
      const unsent = [...of.open].flatMap((path) => of.files.get(path) ?? []);
      of.control.abort();
      letGo();
      of.queue.length = 0;
      update({ status: 'canceling', pausedAtMs: null });
      let problem: string | null = null;
      try {
        const created = await of.created;
        endCanceled(of, created === null ? [] : await server.cancel(created.id, unsent));
      } catch (error) {
        endCanceled(of, []);
        problem = toMessage(error);
      }
      // Another may have begun meanwhile.
      if (of === job) update({ status: 'cancelled', problem });
    },
  };
};

export type UploadRun = ReturnType<typeof makeUploadRun>;

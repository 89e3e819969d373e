import type { FileResult } from '../domain/import.ts';
import type { PickedFile } from './dropped-files.ts';
import type { SendFile } from './send-file.ts';

export type UploadFile = {
  path: string;
  bytes: number;
  state: 'waiting' | 'sending' | 'reading' | 'done' | 'failed' | 'cancelled';
  sentBytes: number;
  result: FileResult | null;
  /** Why it failed, when the server gave no result. */
  problem: string | null;
};

export type UploadState = {
  importId: string | null;
  label: string;
  status: 'idle' | 'running' | 'finished' | 'cancelled' | 'failed';
  /** Since when a running import is held; the files that are on their way come to their end. */
  pausedAtMs: number | null;
  files: readonly UploadFile[];
  /** When it began, moved by as long as it was held. */
  startedAtMs: number;
  problem: string | null;
};

export type UploadServer = {
  create: (label: string) => Promise<{ id: string }>;
  send: SendFile;
  finish: (id: string) => Promise<unknown>;
  cancel: (id: string) => Promise<unknown>;
};

const atOnce = 2;
const idle: UploadState = { importId: null, label: '', status: 'idle', pausedAtMs: null, files: [], startedAtMs: 0, problem: null };
const toMessage = (error: unknown): string => (error instanceof Error ? error.message : String(error));

type Hold = { ended: Promise<void>; end: () => void };

const makeHold = (): Hold => {
  let end: () => void = () => undefined;
  const ended = new Promise<void>((resolve) => (end = resolve));
  return { ended, end: () => end() };
};

/** What to call an import: the folder or file it began with, and how many more. */
export const printUploadLabel = (files: readonly PickedFile[]): string => {
  const tops = [...new Set(files.map(({ path }) => path.split('/')[0] ?? path))];
  return tops.length > 1 ? `${tops[0] ?? ''} and ${tops.length - 1} more` : (tops[0] ?? '');
};

/**
 * One import by this page, two files at a time. It lives outside React, so that a change of page does not end it;
 * files that are added while it runs join it. `subscribe` is told at most every `everyMs`.
 */
export const makeUploadRun = (server: UploadServer, { now, everyMs = 100 }: { now: () => number; everyMs?: number }) => {
  let state = idle;
  let files: UploadFile[] = [];
  let sources = new Map<string, File>();
  let queue: UploadFile[] = [];
  let stop = new AbortController();
  let timer: ReturnType<typeof setTimeout> | null = null;
  let held: Hold | null = null;
  const listeners = new Set<() => void>();

  const publish = () => {
    timer = null;
    state = { ...state, files: files.map((file) => ({ ...file })) };
    for (const listener of listeners) listener();
  };
  const touch = () => {
    timer ??= setTimeout(publish, everyMs);
  };
  const settle = (next: Partial<UploadState>) => {
    state = { ...state, ...next };
    if (timer !== null) clearTimeout(timer);
    publish();
  };

  const letGo = () => {
    held?.end();
    held = null;
  };

  const sendOne = async (importId: string, entry: UploadFile, file: File, { signal }: AbortController) => {
    entry.state = entry.bytes === 0 ? 'reading' : 'sending';
    touch();
    const onSent = (bytes: number) => {
      entry.sentBytes = Math.min(bytes, entry.bytes);
      if (entry.sentBytes === entry.bytes) entry.state = 'reading';
      touch();
    };
    try {
      entry.result = await server.send({ importId, path: entry.path, file }, { signal, onSent });
      entry.state = 'done';
    } catch (error) {
      entry.state = signal.aborted ? 'cancelled' : 'failed';
      entry.problem = toMessage(error);
    }
    entry.sentBytes = entry.bytes;
    sources.delete(entry.path);
    touch();
  };

  const takeNext = async ({ signal }: AbortController): Promise<UploadFile | undefined> => {
    if (queue.length > 0) await held?.ended;
    return signal.aborted ? undefined : queue.shift();
  };

  const work = async (importId: string, control: AbortController) => {
    for (let entry = await takeNext(control); entry !== undefined; entry = await takeNext(control)) {
      const file = sources.get(entry.path);
      if (file) await sendOne(importId, entry, file, control);
    }
  };

  const run = async (control: AbortController) => {
    const ended = () => control.signal.aborted;
    try {
      const { id } = await server.create(state.label);
      if (ended()) {
        await server.cancel(id);
        return;
      }
      settle({ importId: id });
      while (queue.length > 0 && !ended()) await Promise.all(Array.from({ length: atOnce }, () => work(id, control)));
      if (ended()) return;
      await server.finish(id);
      letGo();
      settle({ status: 'finished', pausedAtMs: null });
    } catch (error) {
      letGo();
      if (!ended()) settle({ status: 'failed', pausedAtMs: null, problem: toMessage(error) });
    }
  };

  return {
    getState: () => state,
    subscribe: (listener: () => void) => {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    /** Starts an import, or adds to the one that runs. A path that is still on its way is not sent twice. */
    add: (picked: readonly PickedFile[]) => {
      if (picked.length === 0) return;
      const starts = state.status !== 'running';
      if (starts) {
        [files, queue, sources, stop] = [[], [], new Map<string, File>(), new AbortController()];
        state = { ...idle, status: 'running', label: printUploadLabel(picked), startedAtMs: now() };
      }
      const added = new Map<string, UploadFile>();
      for (const { path, file } of picked) {
        if (sources.has(path)) continue;
        sources.set(path, file);
        const entry: UploadFile = { path, bytes: file.size, state: 'waiting', sentBytes: 0, result: null, problem: null };
        added.set(path, entry);
      }
      files = [...files.filter(({ path }) => !added.has(path)), ...added.values()];
      queue.push(...added.values());
      settle({});
      if (starts) void run(stop);
    },
    /** Sends no further file until `resume`; those on their way come to their end. */
    pause: () => {
      if (state.status !== 'running' || held) return;
      held = makeHold();
      settle({ pausedAtMs: now() });
    },
    resume: () => {
      if (state.pausedAtMs === null) return;
      letGo();
      settle({ pausedAtMs: null, startedAtMs: state.startedAtMs + now() - state.pausedAtMs });
    },
    /** Ends the import; what is stored by then stays and is whole. */
    cancel: async () => {
      if (state.status !== 'running') return;
      stop.abort();
      letGo();
      queue = [];
      for (const entry of files) if (entry.state === 'waiting') entry.state = 'cancelled';
      const { importId } = state;
      settle({ status: 'cancelled', pausedAtMs: null });
      if (importId !== null) await server.cancel(importId).catch((error: unknown) => settle({ problem: toMessage(error) }));
    },
  };
};

export type UploadRun = ReturnType<typeof makeUploadRun>;

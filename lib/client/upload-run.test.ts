import { expect, it, vi } from 'vitest';
import type { FileResult } from '../domain/import.ts';
import { ClientError } from './client-error.ts';
import { smallFileBytes } from './take-load.ts';
import { makeUploadRun, type UploadServer } from './upload-run.ts';
import { printUploadLabel } from './upload-state.ts';

const largeText = 'x'.repeat(smallFileBytes + 1);
/** A file that is sent alone. */
const pick = (path: string, text = largeText) => ({ path, bytes: text.length, file: new File([text], path) });
const pickSmall = (path: string) => pick(path, 'x');
const result = (path: string): FileResult => ({
  id: path,
  path,
  sourceId: null,
  bytes: 1,
  bytesRead: 1,
  status: 'imported',
  format: 'claude-code',
  formatLabel: 'Claude Code',
  sha256: null,
  unchanged: false,
  grew: false,
  sessions: [],
  sessionCount: 0,
  records: 0,
  toolCalls: 0,
  toolErrors: 0,
  newRecords: 0,
  skippedLines: 0,
  unknownRecords: 0,
  pendingTail: false,
  issues: [],
  issueCount: 0,
});

const makeServer = (send: UploadServer['send']): UploadServer & { finished: string[]; cancelled: string[] } => {
  const finished: string[] = [];
  const cancelled: string[] = [];
  return {
    finished,
    cancelled,
    send,
    sendTogether: () => Promise.reject(new Error('nothing is sent together')),
    create: () => Promise.resolve({ id: 'i1' }),
    finish: (id) => Promise.resolve(finished.push(id)),
    cancel: (id, unsent) => {
      cancelled.push([id, ...unsent.map(({ path }) => path)].join(' '));
      return Promise.resolve([]);
    },
  };
};
const start = (server: UploadServer) => makeUploadRun(server, { now: () => 5, everyMs: 0 });

it('sends two files at a time, goes on after a failure, and finishes once', async () => {
  let most = 0;
  let running = 0;
  const server = makeServer(async ({ path }, { onSent }) => {
    most = Math.max(most, ++running);
    onSent(1);
    await new Promise((resolve) => setTimeout(resolve, 2));
    running--;
    if (path === 'b') throw new Error('broken');
    return result(path);
  });
  const run = start(server);
  run.add(['a', 'b', 'c', 'd', 'e'].map((path) => pick(path)));
  await vi.waitFor(() => expect(run.getState().status).toBe('finished'));
  expect(most).toBe(2);
  expect(run.getState().files.map(({ state }) => state)).toEqual(['done', 'failed', 'done', 'done', 'done']);
  expect(run.getState().files[1]?.problem).toBe('broken');
  expect(server.finished).toEqual(['i1']);
});

it('sends small files together, and tells what became of each', async () => {
  const loads: string[][] = [];
  const server = makeServer(({ path }) => Promise.resolve(result(path)));
  server.sendTogether = (_, files) => {
    loads.push(files.map(({ path }) => path));
    return Promise.resolve(files.map(({ path }) => (path === 'b' ? new ClientError(null, 'gone', { code: 'unreadable' }) : result(path))));
  };
  const run = start(server);
  run.add([pickSmall('a'), pickSmall('b'), pickSmall('c'), pick('large'), pickSmall('d')]);
  await vi.waitFor(() => expect(run.getState().status).toBe('finished'));
  expect(loads).toEqual([['a', 'b', 'c']]);
  expect(run.getState().files.map(({ path, state, problem }) => [path, state, problem])).toEqual([
    ['a', 'done', null],
    ['b', 'failed', 'gone'],
    ['c', 'done', null],
    ['large', 'done', null],
    ['d', 'done', null],
  ]);
});

it('keeps what it told of a file until something becomes of it', async () => {
  const server = makeServer(({ path }) => (path === 'a' ? Promise.resolve(result(path)) : new Promise(() => undefined)));
  const run = start(server);
  run.add([pick('a'), pick('b'), pick('c')]);
  await vi.waitFor(() => expect(run.getState().files[0]?.state).toBe('done'));
  const before = run.getState();
  run.pause();
  expect(run.getState()).not.toBe(before);
  expect(run.getState().files[0]).toBe(before.files[0]);
});

it('takes more files while it runs, none of them twice', async () => {
  const sent: string[] = [];
  const server = makeServer(async ({ path }) => {
    sent.push(path);
    await new Promise((resolve) => setTimeout(resolve, 5));
    return result(path);
  });
  const run = start(server);
  run.add([pick('a'), pick('b'), pick('c')]);
  run.add([pick('c'), pick('d')]);
  await vi.waitFor(() => expect(run.getState().status).toBe('finished'));
  expect(sent).toEqual(['a', 'b', 'c', 'd']);
});

it('cancels what waits and what is on its way', async () => {
  const server = makeServer(
    (_, { signal }) => new Promise((_resolve, reject) => signal.addEventListener('abort', () => reject(new Error('aborted')))),
  );
  const run = start(server);
  run.add([pick('a'), pick('b'), pick('c')]);
  await vi.waitFor(() => expect(run.getState().files[0]?.state).toBe('sending'));
  await run.cancel();
  await vi.waitFor(() => expect(run.getState().files.every(({ state }) => state === 'cancelled')).toBe(true));
  expect([run.getState().status, server.cancelled, server.finished]).toEqual(['cancelled', ['i1 a b c'], []]);
});

it('is being canceled until the server says what became of each file', async () => {
  const server = makeServer(
    (_, { signal }) => new Promise((_resolve, reject) => signal.addEventListener('abort', () => reject(new Error('aborted')))),
  );
  let answer = (_results: FileResult[]): void => undefined;
  server.cancel = () => new Promise((resolve) => (answer = resolve));
  const run = start(server);
  run.add([pick('a'), pick('b'), pick('c')]);
  await vi.waitFor(() => expect(run.getState().files[0]?.state).toBe('sending'));
  const ended = run.cancel();
  await vi.waitFor(() => expect(run.getState().status).toBe('canceling'));
  expect(run.getState().files.map(({ state }) => state)).toEqual(['sending', 'sending', 'waiting']);
  answer([result('a'), { ...result('c'), status: 'cancelled' }]);
  await ended;
  expect(run.getState().status).toBe('cancelled');
  expect(run.getState().files.map(({ state }) => state)).toEqual(['done', 'cancelled', 'cancelled']);
});

it('holds what waits while it is paused, and goes on after', async () => {
  const sent: string[] = [];
  const ends: (() => void)[] = [];
  const server = makeServer(async ({ path }) => {
    sent.push(path);
    await new Promise<void>((resolve) => ends.push(resolve));
    return result(path);
  });
  let nowMs = 5;
  const run = makeUploadRun(server, { now: () => nowMs, everyMs: 0 });
  run.add(['a', 'b', 'c', 'd'].map((path) => pick(path)));
  await vi.waitFor(() => expect(sent).toEqual(['a', 'b']));
  run.pause();
  for (const end of ends) end();
  await vi.waitFor(() => expect(run.getState().files.map(({ state }) => state)).toEqual(['done', 'done', 'waiting', 'waiting']));
  expect(run.getState()).toMatchObject({ status: 'running', pausedAtMs: 5 });
  nowMs = 105;
  run.resume();
  expect(run.getState()).toMatchObject({ pausedAtMs: null, startedAtMs: 105 });
  await vi.waitFor(() => expect(sent).toEqual(['a', 'b', 'c', 'd']));
  for (const end of ends) end();
  await vi.waitFor(() => expect(run.getState().status).toBe('finished'));
});

it('can be cancelled while it is paused, and pauses the next import no more', async () => {
  const server = makeServer(
    ({ path }, { signal }) =>
      new Promise((resolve, reject) => {
        if (path === 'later') resolve(result(path));
        signal.addEventListener('abort', () => reject(new Error('aborted')));
      }),
  );
  const run = start(server);
  run.add([pick('a'), pick('b'), pick('c')]);
  await vi.waitFor(() => expect(run.getState().files[1]?.state).toBe('sending'));
  run.pause();
  await run.cancel();
  await vi.waitFor(() => expect(run.getState().files.every(({ state }) => state === 'cancelled')).toBe(true));
  expect(run.getState()).toMatchObject({ status: 'cancelled', pausedAtMs: null });
  run.add([pick('later')]);
  await vi.waitFor(() => expect(run.getState().status).toBe('finished'));
});

it('says so when no import can be opened', async () => {
  const server = { ...makeServer(() => Promise.reject(new Error('unused'))), create: () => Promise.reject(new Error('The disk is full.')) };
  const run = start(server);
  run.add([pick('a')]);
  await vi.waitFor(() => expect(run.getState().status).toBe('failed'));
  expect(run.getState().problem).toBe('The disk is full.');
});

it('is called after what was dropped', () => {
  expect(printUploadLabel([pick('projects/a.jsonl'), pick('projects/b.jsonl')])).toBe('projects');
  expect(printUploadLabel([pick('a.jsonl'), pick('b.jsonl')])).toBe('a.jsonl and 1 more');
});

it('makes an import of its own of files that are added while one is closed', async () => {
  const closing: (() => void)[] = [];
  const server = {
    ...makeServer(({ path }) => Promise.resolve(result(path))),
    finish: () => new Promise<void>((resolve) => closing.push(resolve)),
  };
  const run = start(server);
  run.add([pick('a')]);
  await vi.waitFor(() => expect(closing).toHaveLength(1));
  run.add([pick('b')]);
  closing[0]?.();
  await vi.waitFor(() => expect(closing).toHaveLength(2));
  expect(run.getState().files.map(({ path, state }) => [path, state])).toEqual([['b', 'done']]);
  closing[1]?.();
  await vi.waitFor(() => expect(run.getState().status).toBe('finished'));
});

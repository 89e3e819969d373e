import path from 'node:path';
import { Writable } from 'node:stream';
import { toDatabasePath, toDataFolder } from '../db/data-folder.ts';
import { parseJson } from '../lib/domain/parse-json.ts';
import type { OwnEvent } from '../lib/services/hook/drain-hooks.ts';
import { makeHookSpool, toEventTime, toSpoolFolder } from '../lib/services/hook/hook-spool.ts';
import { makeHookLog, type HookLog } from './hook-log.ts';

/** From the start of the process; bounds how long the agent waits. The next event, or the server, does the rest. */
const defaultDeadlineMs = 800;
/** Claude Code itself ends it after 5 s. */
const deadlines = { min: 100, max: 4_000 };
/** No new step starts after this share of the deadline. */
const lastStepShare = 0.75;
/** On a busy machine starting alone may take until the deadline. An event that comes this soon after it is still spooled. */
const graceMs = 200;
/** Larger events take too long to parse; the call is read from the transcript at the next event. */
const maxInputBytes = 8 * 1024 * 1024;

/** `OBSERVATORY_HOOK_MS` in milliseconds; null if it is not an integer within the bounds. */
const readDeadline = (text = ''): number | null => {
  if (text === '') return defaultDeadlineMs;
  const ms = Number(text);
  return Number.isInteger(ms) && ms >= deadlines.min && ms <= deadlines.max ? ms : null;
};

const sinceStart = (): number => Date.now() - performance.timeOrigin;

/**
 * Reads one Claude Code event from standard input and prints feedback, if any, to standard output. Always exits with 0 within its
 * deadline and writes nothing to standard error; problems go to the log. The event is in the spool before the database is opened.
 */
export const startHook = (variables: Readonly<Record<string, string | undefined>>): void => {
  // Until the database's folder is known, and if it is not.
  let log = makeHookLog(path.join(toDataFolder({}), 'hook.log'));
  const end = (): never => process.exit(0);
  const fail = (error: unknown): never => {
    log('failed', { error: toMessage(error) });
    return end();
  };
  // Opening it takes milliseconds, and nobody is to hear of anything.
  Object.defineProperty(process, 'stderr', { value: new Writable({ write: (_chunk, _encoding, done) => done() }) });
  process.on('uncaughtException', fail);
  process.on('unhandledRejection', fail);
  const databaseFile = toDatabasePath(variables);
  log = makeHookLog(path.join(path.dirname(databaseFile), 'hook.log'));
  const requestedMs = readDeadline(variables.OBSERVATORY_HOOK_MS);
  if (requestedMs === null) log('setting', { OBSERVATORY_HOOK_MS: variables.OBSERVATORY_HOOK_MS, ...deadlines, using: defaultDeadlineMs });
  const deadlineMs = requestedMs ?? defaultDeadlineMs;
  let isRead = false;
  setTimeout(() => {
    log('deadline', { afterMs: Math.round(sinceStart()) });
    if (isRead) end();
    setTimeout(end, graceMs);
  }, deadlineMs - sinceStart());
  const signal = AbortSignal.timeout(Math.max(1, Math.round(deadlineMs * lastStepShare - sinceStart())));
  const onRead = () => (isRead = true);
  const print = (text: string): unknown => (text === '' ? end() : process.stdout.on('error', end).write(text, end));
  answer({ databaseFile, variables, log, signal, onRead }).then(print, fail);
};

type Hook = {
  databaseFile: string;
  variables: Readonly<Record<string, string | undefined>>;
  log: HookLog;
  signal: AbortSignal;
  /** Called when the event is in the spool. */
  onRead: () => void;
};

const answer = async (hook: Hook): Promise<string> => {
  // Loads while the event is read; the await below reports an error.
  const loading = import('./answer-hook.ts');
  loading.catch(() => undefined);
  const input = await readInput();
  if (input === null) {
    hook.log('input_too_large', { maxBytes: maxInputBytes });
    return '';
  }
  const own = spoolEvent(hook, input);
  hook.onRead();
  if (hook.signal.aborted) return '';
  const { answerHook } = await loading;
  return answerHook(hook, own);
};

/** An event that cannot be spooled is handled from memory, as far as the time goes. */
const spoolEvent = ({ databaseFile, log }: Hook, input: string): OwnEvent => {
  const value: unknown = parseJson(input);
  const sessionId = value !== null && typeof value === 'object' && 'session_id' in value ? String(value.session_id) : '';
  try {
    const name = makeHookSpool(toSpoolFolder(databaseFile)).put(sessionId, input, performance.timeOrigin);
    // Whoever stores the event takes the time from its name.
    return { sessionId, value, name, atMs: toEventTime(name) };
  } catch (error) {
    log('not_spooled', { error: toMessage(error) });
    return { sessionId, value, name: null, atMs: Math.floor(performance.timeOrigin) };
  }
};

const toMessage = (error: unknown): string => (error instanceof Error ? error.message : String(error));

const readInput = async (): Promise<string | null> => {
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of process.stdin as AsyncIterable<Buffer>) {
    bytes += chunk.length;
    if (bytes > maxInputBytes) return null;
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString('utf8');
};

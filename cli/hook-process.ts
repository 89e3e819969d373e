import { writeSync } from 'node:fs';
import path from 'node:path';
import { Writable } from 'node:stream';
import { toDatabasePath, toDataFolder } from '../db/data-folder.ts';
import { isDiskFull } from '../lib/domain/errors.ts';
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
/** On a busy machine starting alone may take longer than the deadline. An event that has come by then is still spooled. */
const arrivalMs = 3_500;
/** How long a process that was itself loaded later than that looks for its event. */
const graceMs = 500;
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
 * Reads one Claude Code event from standard input and prints feedback, if any, to standard output. The event is in the spool before the
 * database is opened. Exits with 0 within its deadline, or about `arrivalMs` after its start if its event has not arrived by then, and
 * writes nothing to standard error; problems go to the log. If an event is neither in the spool nor in the archive, the reason goes to
 * standard error, and the code is 1: Claude Code shows the person a code other than 0 and goes on, except for 2, which holds the agent back.
 */
export const startHook = (variables: Readonly<Record<string, string | undefined>>): void => {
  // Until the database's folder is known, and if it is not.
  let log = makeHookLog(path.join(toDataFolder({}), 'hook.log'));
  let lost: string | null = null;
  const end = (): never => {
    if (lost !== null) say(`Trajectory Observatory did not record this event. ${lost}\n`);
    return process.exit(lost === null ? 0 : 1);
  };
  const fail = (error: unknown): never => {
    log('failed', { error: toMessage(error) });
    return end();
  };
  // Opening it takes milliseconds, and nobody is to hear of warnings.
  Object.defineProperty(process, 'stderr', { value: new Writable({ write: (_chunk, _encoding, done) => done() }) });
  process.on('uncaughtException', fail);
  process.on('unhandledRejection', fail);
  const findDatabase = (): string => {
    try {
      return toDatabasePath(variables);
    } catch (error) {
      lost = toMessage(error);
      return fail(error);
    }
  };
  const databaseFile = findDatabase();
  log = makeHookLog(path.join(path.dirname(databaseFile), 'hook.log'));
  const requestedMs = readDeadline(variables.OBSERVATORY_HOOK_MS);
  if (requestedMs === null) log('setting', { OBSERVATORY_HOOK_MS: variables.OBSERVATORY_HOOK_MS, ...deadlines, using: defaultDeadlineMs });
  const deadlineMs = requestedMs ?? defaultDeadlineMs;
  let isRead = false;
  setTimeout(() => {
    log('deadline', { afterMs: Math.round(sinceStart()) });
    if (isRead) end();
    setTimeout(
      () => {
        if (!isRead) lost = `It had not arrived whole after ${Math.round(sinceStart())} ms.`;
        end();
      },
      Math.max(graceMs, arrivalMs - sinceStart()),
    );
  }, deadlineMs - sinceStart());
  const signal = AbortSignal.timeout(Math.max(1, Math.round(deadlineMs * lastStepShare - sinceStart())));
  const onRead = (problem: string | null) => {
    isRead = true;
    lost = problem;
  };
  const onStored = () => (lost = null);
  const print = (text: string): unknown => (text === '' ? end() : process.stdout.on('error', end).write(text, end));
  answer({ databaseFile, variables, log, signal, onRead, onStored }).then(print, fail);
};

type Hook = {
  databaseFile: string;
  variables: Readonly<Record<string, string | undefined>>;
  log: HookLog;
  signal: AbortSignal;
  /** Called when the event is in the spool, or with the reason why it is not. */
  onRead: (problem: string | null) => void;
  /** Called when the event is in the archive. */
  onStored: () => void;
};

const say = (text: string): void => {
  try {
    writeSync(2, text);
  } catch {
    // Nobody reads it.
  }
};

const answer = async (hook: Hook): Promise<string> => {
  const input = await readInput();
  if (input === null) {
    hook.log('input_too_large', { maxBytes: maxInputBytes });
    return '';
  }
  const own = spoolEvent(hook, input);
  if (hook.signal.aborted) return '';
  // Loaded once the event is safe: on a busy machine this takes as long as all else.
  const { answerHook } = await import('./answer-hook.ts');
  const output = await answerHook(hook, own);
  hook.onStored();
  return output;
};

/** An event that cannot be spooled is handled from memory, as far as the time goes. */
const spoolEvent = ({ databaseFile, log, onRead }: Hook, input: string): OwnEvent => {
  const folder = toSpoolFolder(databaseFile);
  const value: unknown = parseJson(input);
  const sessionId = value !== null && typeof value === 'object' && 'session_id' in value ? String(value.session_id) : '';
  try {
    const name = makeHookSpool(folder).put(sessionId, input, performance.timeOrigin);
    onRead(null);
    // Whoever stores the event takes the time from its name.
    return { sessionId, value, name, atMs: toEventTime(name) };
  } catch (error) {
    log('not_spooled', { error: toMessage(error) });
    onRead(isDiskFull(error) ? `The disk that holds ${folder} is full. Free some space.` : toMessage(error));
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

import path from 'node:path';
import { toDatabasePath } from '../db/data-folder.ts';
import { makeHookLog, type HookLog } from './hook-log.ts';

/** From the start of the process: the agent waits no longer. What is left to do then is done at the next event. */
const defaultDeadlineMs = 800;
/** Claude Code itself ends it after 5 s. */
const deadlines = { least: 100, most: 4_000 };
/** No further step is begun after this part of the time. */
const lastStepPart = 0.75;
/** What takes longer to understand than there is time for. The transcript tells of the call at the next event. */
const maxInputBytes = 8 * 1024 * 1024;

/** What `OBSERVATORY_HOOK_MS` says, in milliseconds; null where that is no number within its bounds. */
const readDeadline = (text = ''): number | null => {
  if (text === '') return defaultDeadlineMs;
  const ms = Number(text);
  return Number.isInteger(ms) && ms >= deadlines.least && ms <= deadlines.most ? ms : null;
};

const sinceStart = (): number => Date.now() - performance.timeOrigin;

/**
 * Takes one event of Claude Code from standard input and answers on standard output, if there is something to tell. Ends with 0 within
 * its deadline and writes nothing to standard error, whatever happens: the log has it.
 */
export const startHook = (variables: Readonly<Record<string, string | undefined>>): void => {
  const databaseFile = toDatabasePath(variables);
  const log = makeHookLog(path.join(path.dirname(databaseFile), 'hook.log'));
  const end = (): never => process.exit(0);
  const fail = (error: unknown): never => {
    log('failed', { error: error instanceof Error ? error.message : String(error) });
    return end();
  };
  process.stderr.write = () => true;
  process.on('uncaughtException', fail);
  process.on('unhandledRejection', fail);
  process.stdout.on('error', end);
  const wished = readDeadline(variables.OBSERVATORY_HOOK_MS);
  if (wished === null) log('setting', { OBSERVATORY_HOOK_MS: variables.OBSERVATORY_HOOK_MS, ...deadlines, instead: defaultDeadlineMs });
  const deadlineMs = wished ?? defaultDeadlineMs;
  setTimeout(() => {
    log('deadline', { afterMs: Math.round(sinceStart()) });
    end();
  }, deadlineMs - sinceStart());
  const signal = AbortSignal.timeout(Math.max(1, Math.round(deadlineMs * lastStepPart - sinceStart())));
  answer({ databaseFile, variables, log, signal }).then((text) => (text === '' ? end() : process.stdout.write(text, end)), fail);
};

type Hook = { databaseFile: string; variables: Readonly<Record<string, string | undefined>>; log: HookLog; signal: AbortSignal };

const answer = async (hook: Hook): Promise<string> => {
  // Loaded while the event comes in; what is wrong with it is caught like anything else.
  const loading = import('./answer-hook.ts');
  loading.catch(() => undefined);
  const input = await readInput();
  if (input === null) {
    hook.log('input_too_large', { most: maxInputBytes });
    return '';
  }
  const { answerHook } = await loading;
  return answerHook(hook, input);
};

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

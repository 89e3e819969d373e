import { parseJson } from '../../domain/parse-json.ts';
import { AppError, hasCode } from '../../domain/errors.ts';
import type { Redacted } from '../../redaction/redact.ts';
import type { LiveDeps } from '../live/observe-live.ts';
import { toHookPayload, type HookPayload } from './hook-event.ts';
import type { HookSpool, SpooledEvent } from './hook-spool.ts';
import { runHook } from './run-hook.ts';

/** `takeLock`: as `ProcessLock` in db/process-lock.ts. */
export type DrainDeps = LiveDeps & { spool: HookSpool; takeLock: () => (() => void) | null };

/** Hooks end within four seconds: nobody is working on an event this old. */
const abandonedMs = 10_000;

/** An event that fails by itself is not tried again when it is this old. */
const retriedForMs = 60_000;

/** Between two attempts to take the lock. */
const retryMs = 10;

/** The event of a hook; `name` is null where it could not be spooled. */
export type OwnEvent = { name: string | null; sessionId: string; value: unknown; atMs: number };

/**
 * Processes the events of a session up to a hook's own one, and returns what that one reports. Where another process was faster, the
 * event is in the archive, and this one reports. Then processes events that other hooks left. After `signal`, the others stay, and an event
 * whose transcript was not read to the end.
 */
export const drainForHook = async (deps: DrainDeps, own: OwnEvent, signal: AbortSignal, wait: (ms: number) => Promise<unknown>) => {
  const { spool, takeLock } = deps;
  const runOwn = () => apply(deps, own.value, own.atMs, signal, true);
  if (own.name === null) return (await runOwn()).output;
  for (;;) {
    const release = takeLock();
    if (release) {
      try {
        const events = spool.list(own.sessionId);
        const before = events.filter(({ name, isSameSession }) => isSameSession && name < (own.name ?? ''));
        if (!(await applyEach(deps, before, signal))) return '';
        const { output, isWhole } = await runOwn();
        if (!isWhole) return output;
        spool.remove(own.name);
        const left = events.filter(({ atMs, name }) => own.atMs - atMs > abandonedMs && !before.some((one) => one.name === name));
        await applyEach(deps, left, signal);
        return output;
      } finally {
        release();
      }
    }
    if (!spool.list().some(({ name }) => name === own.name)) return (await runOwn()).output;
    if (signal.aborted) return '';
    await wait(retryMs);
  }
};

/** Processes events, oldest first, unless another process does. */
export const drainSpool = async (deps: DrainDeps, events: readonly SpooledEvent[], signal: AbortSignal): Promise<void> => {
  const release = events.length === 0 ? null : deps.takeLock();
  try {
    if (release) await applyEach(deps, events, signal);
  } finally {
    release?.();
  }
};

/** Adds events to the archive, each whole before it leaves the spool; false where `signal` ended it. Applying one again changes nothing. */
const applyEach = async (deps: DrainDeps, events: readonly SpooledEvent[], signal: AbortSignal): Promise<boolean> => {
  for (const { name, atMs } of events) {
    if (signal.aborted) return false;
    const text = readEvent(deps, name);
    if (text === null) continue;
    try {
      if (!(await apply(deps, parseJson(text), atMs, signal, false)).isWhole) return false;
    } catch (error) {
      // An event that cannot be applied would hold up all that follow it.
      if ((await holdsUpAll(deps, error)) || (mayPass(error) && deps.now() - atMs < retriedForMs)) throw error;
      setAside(deps, name, error);
      continue;
    }
    deps.spool.remove(name);
  }
  return true;
};

/** The text of an event; null if it no longer waits, or if it was set aside because it is no file of this user. */
const readEvent = (deps: DrainDeps, name: string): string | null => {
  try {
    return deps.spool.read(name);
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    setAside(deps, name, error);
    return null;
  }
};

const setAside = ({ spool, warn }: DrainDeps, name: string, error: unknown): void =>
  warn('event_set_aside', { file: spool.setAside(name), error: error instanceof Error ? error.message : String(error) });

/** `cause`: SQLite or the system reported it, not what stands in the archive. */
const isReported = (error: unknown, codes: ReadonlySet<AppError['code']>): boolean =>
  error instanceof AppError && codes.has(error.code) && typeof error.details.cause === 'string';

const codesOfAll: ReadonlySet<AppError['code']> = new Set(['store_busy', 'disk_full', 'forbidden', 'conflict']);

/** Whether every event would fail like this until somebody does something: none of them is at fault. */
const holdsUpAll = async ({ store }: LiveDeps, error: unknown): Promise<boolean> =>
  (error instanceof Error && error.name === 'AbortError') || isReported(error, codesOfAll) || (await store.isDamaged());

/** The next attempt may succeed, as after an error of the disk, or never, as on a page that is damaged. */
const mayPass = (error: unknown): boolean => hasCode(error, 'store_busy') || isReported(error, new Set(['unreadable']));

/** `output`: for the agent. */
type Applied = { output: string; isWhole: boolean };

const apply = async (deps: LiveDeps, value: unknown, atMs: number, signal: AbortSignal, report: boolean): Promise<Applied> => {
  const payload = toHookPayload(value);
  if (!payload) return { output: '', isWhole: true };
  const { section, isWhole } = await runHook({ ...deps, now: () => atMs }, payload, signal, report);
  return { output: toOutput(payload.event, section), isWhole };
};

/** Output for the agent. */
const toOutput = (event: HookPayload['event'], section: Redacted<string>): string =>
  section.length === 0 ? '' : JSON.stringify({ hookSpecificOutput: { hookEventName: event, additionalContext: section } });

import './without-jit.ts';
import path from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { openStore } from '../db/open-store.ts';
import { openProcessLock } from '../db/process-lock.ts';
import { hasCode } from '../lib/domain/errors.ts';
import { drainForHook, type OwnEvent } from '../lib/services/hook/drain-hooks.ts';
import { toHookPayload } from '../lib/services/hook/hook-event.ts';
import { makeHookSpool, toSpoolFolder } from '../lib/services/hook/hook-spool.ts';
import { sessionIdOf } from '../lib/session/ids.ts';
import { findCaller } from '../lib/sources/agent-process.ts';
import type { Store } from '../lib/store/store.ts';
import { loadHookConfig } from './hook-config.ts';
import type { HookLog } from './hook-log.ts';

type Hook = { databaseFile: string; variables: Readonly<Record<string, string | undefined>>; log: HookLog; signal: AbortSignal };

/** The output for one event; '' if there is nothing to report. An event that nobody can handle leaves the spool. */
export const answerHook = async ({ databaseFile, variables, log, signal }: Hook, own: OwnEvent): Promise<string> => {
  const spool = makeHookSpool(toSpoolFolder(databaseFile));
  if (!isHandled(own.value, () => own.name !== null && spool.remove(own.name))) return '';
  const feedback = await loadHookConfig(variables, log);
  const store = await openSoon(databaseFile, signal);
  const lock = own.name === null ? null : openProcessLock(spool.lockFile);
  try {
    const deps = { store, loadFeedback: () => feedback, now: Date.now, warn: log, spool, takeLock: () => lock?.take() ?? null };
    const output = await drainForHook(deps, own, signal, (ms) => setTimeout(ms));
    if (!signal.aborted) await reportAgent(store, own.value, log);
    return output;
  } finally {
    lock?.close();
    await store.close();
  }
};

/**
 * Stores, once per turn, the process of the agent: it shows that a session goes on whose agent waits long for a call. Where the archive had no
 * such session at its first prompt, the next event does. A failure is only logged.
 */
const reportAgent = async (store: Store, value: unknown, log: HookLog): Promise<void> => {
  const payload = toHookPayload(value);
  if (!payload) return;
  const id = sessionIdOf('claude-code', payload.sessionId);
  try {
    if (payload.event !== 'UserPromptSubmit' && (await store.findAgentProcess(id)) !== null) return;
    const agent = findCaller();
    if (agent) await store.putAgentProcess(id, agent);
  } catch (error) {
    log('no_process', { sessionId: payload.sessionId, error: error instanceof Error ? error.message : String(error) });
  }
};

const isHandled = (event: unknown, drop: () => void): boolean => {
  let isEvent = false;
  try {
    isEvent = toHookPayload(event) !== null;
    return isEvent;
  } finally {
    if (!isEvent) drop();
  }
};

const retryMs = 25;
/** The hook rarely reads a page twice. */
const cacheBytes = 4 * 1024 * 1024;
/** Relative to the bundle in dist/. */
const migrationsFolder = path.resolve(import.meta.dirname, '../db/migrations');

/** Retries until the database is free or the signal aborts. */
const openSoon = async (file: string, signal: AbortSignal): Promise<Store> => {
  for (;;) {
    try {
      return openStore(file, { migrationsFolder, cacheBytes, waitMs: 0, wait: () => setTimeout(retryMs, undefined, { signal }) });
    } catch (error) {
      if (!hasCode(error, 'store_busy') || signal.aborted) throw error;
      await setTimeout(retryMs, undefined, { signal });
    }
  }
};

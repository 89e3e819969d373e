import './without-jit.ts';
import path from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { openStore } from '../db/open-store.ts';
import { openProcessLock } from '../db/process-lock.ts';
import { hasCode } from '../lib/domain/errors.ts';
import { drainForHook, type OwnEvent } from '../lib/services/hook/drain-hooks.ts';
import { toHookPayload } from '../lib/services/hook/hook-event.ts';
import { makeHookSpool, toSpoolFolder } from '../lib/services/hook/hook-spool.ts';
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
    return await drainForHook(deps, own, signal, (ms) => setTimeout(ms));
  } finally {
    lock?.close();
    await store.close();
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

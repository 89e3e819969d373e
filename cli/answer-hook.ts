import { existsSync } from 'node:fs';
import path from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { toConfigCopyPath, toConfigPath } from '../db/data-folder.ts';
import { openDatabase } from '../db/open-database.ts';
import { defaultConfig } from '../lib/observers/observer-set.ts';
import { makeDefaultObservers } from '../lib/services/observe/default-observers.ts';
import { toHookPayload } from '../lib/services/hook/hook-event.ts';
import { runHook } from '../lib/services/hook/run-hook.ts';
import type { Feedback } from '../lib/services/live/observe-live.ts';
import { makeSqliteStore } from '../lib/store/sqlite/sqlite-store.ts';
import type { HookLog } from './hook-log.ts';

type Hook = { databaseFile: string; variables: Readonly<Record<string, string | undefined>>; log: HookLog; signal: AbortSignal };

/** The answer to one event, as it goes to standard output; '' for none. */
export const answerHook = async ({ databaseFile, variables, log, signal }: Hook, input: string): Promise<string> => {
  const payload = toHookPayload(JSON.parse(input));
  if (!payload) return '';
  const feedback = await loadFeedback(variables, log);
  const store = makeSqliteStore(await openSoon(databaseFile, signal), { wait: () => setTimeout(retryMs, undefined, { signal }) });
  try {
    const deps = { store, loadFeedback: () => feedback, now: Date.now, warn: log };
    const section = await runHook(deps, payload, signal);
    if (section === '') return '';
    return JSON.stringify({ hookSpecificOutput: { hookEventName: payload.event, additionalContext: section } });
  } finally {
    await store.close();
  }
};

const retryMs = 25;
/** The hook reads little twice. */
const cacheBytes = 4 * 1024 * 1024;
/** Beside the bundle in dist/. */
const migrationsFolder = path.resolve(import.meta.dirname, '../db/migrations');

/** Tries until the database is free or the time is over. */
const openSoon = async (file: string, signal: AbortSignal): Promise<ReturnType<typeof openDatabase>> => {
  for (;;) {
    try {
      return openDatabase({ file, migrationsFolder, cacheBytes, waitMs: 0 });
    } catch (error) {
      if (!(error instanceof Error) || !('code' in error) || error.code !== 'store_busy' || signal.aborted) throw error;
      await setTimeout(retryMs, undefined, { signal });
    }
  }
};

const loadFeedback = async (variables: Hook['variables'], log: HookLog): Promise<Feedback> => {
  const file = toConfigPath(variables);
  if (!existsSync(file)) return { set: makeDefaultObservers(), writeFile: defaultConfig.feedback.write_file };
  // Loaded here alone: where nothing is configured no file needs to be understood.
  const { makeConfigFile } = await import('../lib/services/config/config-file.ts');
  const { set, config, problems } = makeConfigFile({ file, copyFile: toConfigCopyPath(variables) }).load();
  for (const { line, message } of problems) log('configuration', { file, line, message });
  return { set, writeFile: config.feedback.write_file };
};

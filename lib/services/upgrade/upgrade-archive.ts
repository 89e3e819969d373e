import { stat } from 'node:fs/promises';
import path from 'node:path';
import { setImmediate } from 'node:timers/promises';
import { v7 as uuidv7 } from 'uuid';
import { unsupportedCodes } from '../../domain/import.ts';
import { formats } from '../../formats/registry.ts';
import type { SourceVersion, UpgradeRow } from '../../store/redecode-store.ts';
import { importFile } from '../ingest/import-file.ts';
import type { ImportDeps } from '../ingest/import-input.ts';
import { redecodeSource, type RedecodeResult } from '../ingest/redecode-source.ts';
import { isOutdated } from '../ingest/source-facts.ts';

/** Outcome for one file: decoded again, imported at last, or kept as it was, and why; null: nothing needed to be decoded again. */
export type UpgradedFile = { path: string; status: 'rebuilt' | 'imported' | 'kept'; reason: string | null };

export type UpgradeOptions = {
  signal: AbortSignal;
  /** Ids of sources to decode again whatever decoded them; without it, those that an older version decoded, and what was refused. */
  sourceIds?: ReadonlySet<string>;
  /** Waited for between files, so that others come first. */
  pause?: () => Promise<unknown>;
  onProgress?: (progress: UpgradeRow) => void;
  onFile?: (file: UpgradedFile) => void;
};

const maxReasons = 20;

/**
 * Decodes again, in place, the sources that an older version of their format decoded, and imports files that were refused
 * while their format was not supported. A transaction holds one batch; cut off at any moment, the next run goes on with what is left.
 * Answers the run as it was stored; null: there was nothing to do.
 */
export const upgradeArchive = async (deps: ImportDeps, options: UpgradeOptions): Promise<UpgradeRow | null> => {
  const { store, now } = deps;
  const { signal, sourceIds, pause = setImmediate } = options;
  const isStopped = (): boolean => signal.aborted;
  const registry = deps.formats ?? formats;
  const isChosen = (source: SourceVersion) => (sourceIds ? sourceIds.has(source.id) : isOutdated(source, registry));
  const chosen = (await store.listSourceVersions()).filter(isChosen);
  const signature = registry.map(({ id, version }) => `${id} ${version}`).join(', ');
  const last = await store.findLastUpgrade();
  const isTried = last !== null && last.finishedAtMs !== null && last.formats === signature;
  const refused = sourceIds || isTried ? [] : await listRefused(deps);
  if (chosen.length + refused.length === 0) return null;
  const startedAtMs = now();
  const run: UpgradeRow = {
    id: uuidv7({ msecs: startedAtMs }),
    startedAtMs,
    finishedAtMs: null,
    total: chosen.length,
    done: 0,
    kept: 0,
    reasons: [],
    // A rebuild of some sources says nothing of refused files: an unfinished run before it has to try them again.
    formats: !sourceIds ? signature : last?.finishedAtMs == null ? '' : last.formats,
  };
  const report = async (file: UpgradedFile): Promise<void> => {
    if (file.status === 'kept' && file.reason !== null) run.kept += 1;
    else run.done += 1;
    if (file.reason !== null && run.reasons.length < maxReasons) run.reasons.push(`${file.path}: ${file.reason}`);
    options.onFile?.(file);
    options.onProgress?.(run);
    await store.putUpgrade(run);
  };
  const known = new Map(chosen.map((source) => [source.id, source]));
  await store.putUpgrade(run);
  for (const source of chosen) {
    if (isStopped()) return run;
    if (!known.delete(source.id)) continue;
    await pause();
    const current = sourceIds ? source : await store.findSource(source.path);
    if (!current) continue;
    // Another process may have come before.
    const isStill = sourceIds !== undefined || isOutdated(current, registry);
    const { isDone, sources, problem } = isStill
      ? await redecodeSource(deps, source, { signal }).catch((error: unknown) => toKept(error, isStopped()))
      : { isDone: true, sources: [], problem: null };
    if (isStopped()) return run;
    await report({ path: source.path, status: isDone ? 'rebuilt' : 'kept', reason: isDone ? null : problem });
    for (const { id, path: other } of sources) {
      if (known.delete(id)) await report({ path: other, status: 'rebuilt', reason: null });
    }
  }
  let hasFailed = false;
  for (const file of refused) {
    if (isStopped()) return run;
    await pause();
    const result = await importFile(deps, { file, path: file, synthetic: false, signal, onProgress: () => undefined });
    if (isStopped()) return run;
    hasFailed ||= result.status === 'failed';
    if (result.status !== 'imported' && result.status !== 'partial') continue;
    run.total += 1;
    await report({ path: file, status: 'imported', reason: null });
  }
  // After a temporary failure (a busy database, a full disk), the next run tries again.
  if (hasFailed) run.formats = '';
  await store.placeSessions();
  run.finishedAtMs = now();
  await store.putUpgrade(run);
  return run;
};

/** One source that cannot be decoded again stops no other; a run that was stopped, or whose store is closed, ends. */
const toKept = (error: unknown, isStopped: boolean): RedecodeResult => {
  if (isStopped || !(error instanceof Error) || /database connection is not open/u.test(error.message)) throw error;
  return { isDone: false, sources: [], problem: error.message };
};

/** Files of this machine that were refused as unknown or not supported, and are still there. */
const listRefused = async ({ store }: ImportDeps): Promise<string[]> => {
  const there: string[] = [];
  for (const file of await store.listRefusedPaths(unsupportedCodes)) {
    const stats = path.isAbsolute(file) ? await stat(file).catch(() => null) : null;
    if (stats?.isFile()) there.push(file);
  }
  return there;
};

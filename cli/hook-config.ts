import { rmSync } from 'node:fs';
import path from 'node:path';
import { toConfigCopyPath, toConfigPath, toHookConfigPath } from '../db/data-folder.ts';
import type { ObserversConfig } from '../lib/domain/observer-config.ts';
import { parseJson } from '../lib/domain/parse-json.ts';
import type { RetrievalConfig } from '../lib/domain/retrieval-config.ts';
import { defaultConfig, makeObserverSet } from '../lib/observers/observer-set.ts';
import { toStamp } from '../lib/services/config/to-stamp.ts';
import { readPrivateFile } from '../lib/sources/private-files.ts';
import { makeDefaultObservers } from '../lib/services/observe/default-observers.ts';
import type { WaitingReviewers } from '../lib/reviewers/choose-reviewers.ts';
import type { Feedback } from '../lib/services/live/observe-live.ts';
import type { HookLog } from './hook-log.ts';

/** Settings of the hook, from the configuration and the bundles that it names. */
type HookConfig = { config: ObserversConfig; redacts: boolean; retrieval: RetrievalConfig; reviewers: WaitingReviewers };

/** `stamps`: of the program and of every file that was looked for when it was read, by path. */
type Kept = { stamps: [file: string, stamp: string | null][]; read: HookConfig };

/** Relative to the bundle in dist/: another build may read the same files in another way. */
const program = path.resolve(import.meta.dirname, 'hook-main.cjs');

/**
 * The configuration as the hook goes by it. Parsing YAML and bundles takes 30 to 60 ms, so what they say is kept in a file of its own as
 * JSON, for as long as none of them changes; a configuration with problems is read, and they are logged, each time.
 */
export const loadHookConfig = async (variables: Readonly<Record<string, string | undefined>>, log: HookLog): Promise<Feedback> => {
  const file = toConfigPath(variables);
  const stamp = toStamp(file);
  const keptFile = toHookConfigPath(variables);
  if (stamp === null) {
    rmSync(keptFile, { force: true });
    return { set: makeDefaultObservers(), writeFile: defaultConfig.feedback.write_file, redacts: false };
  }
  const kept = findKept(keptFile, file, stamp);
  const set = kept && makeObserverSet(kept.config).set;
  if (kept && set) return toFeedback(kept, set);
  // Loaded on demand: with what is kept, or without a configuration file, the hook needs no parser.
  const [{ makeConfigFile }, { makeBundleLoader }, { replaceFile }] = await Promise.all([
    import('../lib/services/config/config-file.ts'),
    import('../lib/services/reviews/load-bundles.ts'),
    import('../lib/services/config/replace-file.ts'),
  ]);
  const configFile = makeConfigFile({ file, copyFile: toConfigCopyPath(variables) });
  const loaded = configFile.load();
  for (const { line, message } of loaded.problems) log('configuration', { file, line, message });
  const { bundles, stamps } = makeBundleLoader(configFile).load();
  const reviewers = bundles.map((one) => ({ reviewers: one.reviewers.map(({ id, enabled, triggers }) => ({ id, enabled, triggers })) }));
  const read: HookConfig = { config: loaded.config, redacts: loaded.redact.on_import, retrieval: loaded.retrieval, reviewers };
  const next: Kept = { stamps: [[program, toStamp(program)], [file, stamp], ...stamps], read };
  try {
    if (loaded.origin === 'file') replaceFile(keptFile, JSON.stringify(next));
  } catch (error) {
    log('configuration_not_kept', { file: keptFile, error: error instanceof Error ? error.message : String(error) });
  }
  return toFeedback(read, loaded.set);
};

const toFeedback = ({ config, redacts, retrieval, reviewers }: HookConfig, set: Feedback['set']): Feedback => ({
  set,
  writeFile: config.feedback.write_file,
  redacts,
  retrieval,
  ...(reviewers.length > 0 && { loadReviewers: () => reviewers }),
});

/** Kept settings for these very files; null if they are missing, damaged, for other files, or if another user could change them. */
const findKept = (keptFile: string, file: string, stamp: string): HookConfig | null => {
  try {
    // The stamp of the program that wrote it guarantees its form.
    const { stamps, read } = parseJson(readPrivateFile(keptFile) ?? '') as Kept;
    const isOfFile = stamps[0]?.[0] === program && stamps[1]?.[0] === file && stamps[1][1] === stamp;
    return isOfFile && stamps.every(([one, then]) => toStamp(one) === then) ? read : null;
  } catch {
    return null;
  }
};

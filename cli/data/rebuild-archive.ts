import path from 'node:path';
import { SingleBar } from 'cli-progress';
import { AppError } from '../../lib/domain/errors.ts';
import { printCounted } from '../../lib/print/number.ts';
import { toVisibleText } from '../../lib/print/visible-text.ts';
import { indexArchive, recoverArchive } from '../../lib/services/ingest/finish-archive.ts';
import { settleTrajectories } from '../../lib/services/trajectories/settle-trajectories.ts';
import { upgradeArchive, type UpgradedFile } from '../../lib/services/upgrade/upgrade-archive.ts';
import { sourceIdOf } from '../../lib/session/ids.ts';
import type { Store } from '../../lib/store/store.ts';
import { getSessionId } from '../get-session-id.ts';
import { observeNewCalls } from '../observe-new-calls.ts';
import { openConfig } from '../open-config.ts';
import { withArchive } from '../open-archive.ts';
import { printJsonLine, printNote } from '../print.ts';

export type RebuildOptions = { json: boolean; observe: boolean };

/**
 * `data rebuild [PLACE…]`: decodes stored files again: all of them, or those of some sessions and paths. Returns the exit code: 0 if all
 * files were rebuilt, 3 if some could not be, 1 if none could.
 */
export const rebuildArchive = (places: readonly string[], { json, observe }: RebuildOptions): Promise<number> =>
  withArchive(async ({ store, databaseFile }) => {
    const canceller = new AbortController();
    const onSignal = () => (canceller.signal.aborted ? process.exit(1) : canceller.abort());
    process.on('SIGINT', onSignal).on('SIGTERM', onSignal);
    const { signal } = canceller;
    await recoverArchive(store);
    const sourceIds = await findSources(store, places);
    if (sourceIds.size === 0)
      throw new AppError(
        'not_found',
        `${places.length > 0 ? `No stored files belong to ${places.join(', ')}` : 'The archive has no files to rebuild'}.`,
      );
    const bar = process.stderr.isTTY ? new SingleBar({ format: '{bar} {value} of {total} files', stream: process.stderr }) : null;
    bar?.start(sourceIds.size, 0);
    const files: UpgradedFile[] = [];
    const onFile = (file: UpgradedFile) => {
      files.push(file);
      bar?.update(files.length);
      if (json) printJsonLine(file);
    };
    const config = openConfig();
    const redacts = () => config.load().redact.on_import;
    const deps = { store, now: Date.now, scratchFolder: path.join(path.dirname(databaseFile), 'spool'), redacts };
    await upgradeArchive(deps, { signal, sourceIds, onFile }).finally(() => bar?.stop());
    await store.unsettleTrajectoriesOf([...sourceIds]);
    await settleTrajectories(store, { isAnew: true });
    await indexArchive(store, signal);
    const kept = files.filter(({ status, reason }) => status === 'kept' && reason !== null);
    const rebuilt = files.filter(({ status }) => status !== 'kept').length;
    if (!json && rebuilt + kept.length > 0) printSummary(rebuilt, kept);
    else if (!json && files.length > 0) process.stdout.write('Nothing to rebuild: no file holds records of its own.\n');
    if (signal.aborted) printNote('Stopped. Run the same command again to continue.');
    else if (observe) await observeNewCalls(store, signal);
    process.off('SIGINT', onSignal).off('SIGTERM', onSignal);
    if (files.length === 0 || kept.length === files.length) return 1;
    return kept.length > 0 || signal.aborted ? 3 : 0;
  });

/** Ids of the stored files at these paths or of these sessions; of all files if there are no places. */
const findSources = async (store: Store, places: readonly string[]): Promise<Set<string>> => {
  const sources = (await store.listSourceVersions()).filter(({ path: place }) => !place.startsWith('live:'));
  if (places.length === 0) return new Set(sources.map(({ id }) => id));
  const byId = new Map(sources.map((source) => [source.id, source]));
  const byPath = new Map(sources.map((source) => [source.path, source]));
  const found = new Set<string>();
  for (const place of places) {
    const source = byPath.get(place) ?? byPath.get(path.resolve(place));
    if (source) found.add(source.id);
    else {
      const session = await store.findSession(await getSessionId(store, place, `No session or stored file matches ${place}.`));
      for (const sourcePath of session?.sourcePaths ?? []) if (byId.has(sourceIdOf(sourcePath))) found.add(sourceIdOf(sourcePath));
    }
  }
  return found;
};

const printSummary = (rebuilt: number, kept: readonly UpgradedFile[]): void => {
  process.stdout.write(`${printCounted(rebuilt, 'file')} rebuilt${kept.length > 0 ? `, ${kept.length} unchanged:` : '.'}\n`);
  for (const { path: place, reason } of kept) process.stdout.write(`${toVisibleText(`${place}: ${reason ?? ''}`).replaceAll('\n', ' ')}\n`);
};

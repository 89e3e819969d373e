import { createHash } from 'node:crypto';
import { toDeletionTarget, type DeletionCounts, type DeletionTarget, type NamedDeletion } from '../../domain/deletion.ts';
import { AppError } from '../../domain/errors.ts';
import type { Store } from '../../store/store.ts';
import { indexArchive } from '../ingest/finish-archive.ts';
import { getSession } from '../observe/session-calls.ts';

export type DataService = ReturnType<typeof makeDataService>;

/** `token` stands for exactly the sessions that were counted. */
export type DeletionPreview = DeletionCounts & { token: string };

/** Sessions that are deleted in one transaction: others wait for its end. */
const sessionsInARow = 20;

/** Deletes data for good. */
export const makeDataService = ({ store, now }: { store: Store; now: () => number }) => {
  /** With the archive's id of a session; one that does not exist, or an import, fails with `not_found`. */
  const resolve = async (named: NamedDeletion): Promise<DeletionTarget> => {
    const target = toDeletionTarget(named);
    if ('sessionId' in target) return { sessionId: (await getSession(store, target.sessionId)).id };
    if (!('importId' in target)) return target;
    const found = await store.findImport(target.importId);
    if (!found) throw new AppError('not_found', `There is no import ${target.importId}.`);
    if (found.status === 'open')
      throw new AppError('conflict', `The import ${target.importId} is still running. Cancel it, or wait for its end, then delete it.`);
    return target;
  };
  const look = async (named: NamedDeletion) => {
    const target = await resolve(named);
    const { ids, ...counts } = await store.previewDeletion(target);
    return { target, ids, counts, token: createHash('sha256').update(ids.join('\n')).digest('hex').slice(0, 16) };
  };
  return {
    /** Previews a deletion. Fails with `invalid_input` unless exactly one name is given. */
    preview: async (named: NamedDeletion): Promise<DeletionPreview> => {
      const { counts, token } = await look(named);
      return { ...counts, token };
    },
    /**
     * Deletes what a preview counted. Fails with `conflict` where that would be other sessions by now. `purged` is false where others
     * were reading: then copies of deleted bytes stay in the write-ahead log until they are done.
     */
    remove: async ({ token, ...named }: NamedDeletion & { token: string }): Promise<DeletionCounts & { purged: boolean }> => {
      const { target, ids, counts, token: current } = await look(named);
      if (token !== current)
        throw new AppError(
          'conflict',
          'Other sessions than in the preview would be deleted by now. Look at a new preview, then confirm it.',
        );
      for (let at = 0; at < ids.length; at += sessionsInARow) await store.deleteSessions(ids.slice(at, at + sessionsInARow), now());
      await store.placeSessions();
      if ('importId' in target) await store.deleteImport(target.importId);
      await indexArchive(store);
      return { ...counts, purged: await store.purge() };
    },
  };
};

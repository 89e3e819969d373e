import { existsSync, renameSync, rmSync } from 'node:fs';
import path from 'node:path';
import type { Database } from 'better-sqlite3';
import { checkCopy } from '../../../db/check-copy.ts';
import { toDatabaseError } from '../../../db/database-error.ts';
import { createPrivately } from '../../sources/private-files.ts';
import type { DeletionCounts, DeletionTarget } from '../../domain/deletion.ts';
import { AppError } from '../../domain/errors.ts';
import type { DataStore } from '../data-store.ts';
import { makeDescribeArchive } from './describe-archive.ts';
import type { Changes } from './changes.ts';
import type { DeletedSessions } from './deleted-sessions.ts';
import { toJson } from './json.ts';
import { fromSessions, isTopLevel } from './sessions/sessions-list.ts';
import { retryBusy, type Patience } from './retry.ts';
import type { Transactions } from './transactions.ts';
import { sumOfCounts } from './sums.ts';

type Parts = { changes: Changes; deleted: DeletedSessions; patience: Patience };

/** By the key of a target. A subagent is as old as the session that started it. */
const matches: Readonly<Record<string, string>> = {
  sessionId: 'id = @value',
  project: 'project = @value',
  importId: 'first_import_id = @value',
  beforeMs: `coalesce(ended_at_ms, started_at_ms) < @value AND (relation IS NOT 'subagent'
    OR NOT EXISTS (SELECT 1 FROM sessions p WHERE p.id = sessions.parent_id))`,
};

/** Pages that are copied between two looks at what else is to be done. */
const pagesAtOnce = 256;

const chosen = '(SELECT value FROM json_each(@ids))';

/**
 * Deletes data for good. `deleteSessions` itself is part of the ingest slice, which recomputes the sessions that shared entries with a
 * deleted one.
 */
export const makeDataSlice = (
  db: Database,
  { reading, writing }: Transactions,
  { changes, deleted, patience }: Parts,
): Omit<DataStore, 'deleteSessions'> => {
  const countAll = db.prepare<[{ ids: string }], Omit<DeletionCounts, 'sessions'>>(
    `SELECT (SELECT count(*) ${fromSessions} WHERE s.id IN ${chosen} AND NOT ${isTopLevel}) AS subagents,
      (SELECT count(*) FROM records WHERE session_id IN ${chosen}) AS records,
      (SELECT count(*) FROM observations WHERE session_id IN ${chosen}) AS observations,
      (SELECT coalesce(${sumOfCounts('raw_bytes')}, 0) FROM raw_chunks WHERE session_id IN ${chosen}) AS bytes`,
  );
  const dropImport = db.prepare<[string]>('DELETE FROM imports WHERE id = ?');
  const listIds = (target: DeletionTarget): string[] =>
    Object.entries<string | number>(target).flatMap(([key, value]) =>
      db
        .prepare<[{ value: string | number }], string>(
          `WITH RECURSIVE tree(id) AS (
            SELECT id FROM sessions WHERE ${matches[key] ?? '0'}
            UNION SELECT s.id FROM tree JOIN sessions s INDEXED BY sessions_parent ON s.parent_id = tree.id WHERE s.relation = 'subagent'
          ) SELECT id FROM tree ORDER BY id`,
        )
        .pluck()
        .all({ value }),
    );
  const findAny = db.prepare('SELECT 1 WHERE EXISTS (SELECT 1 FROM sessions) OR EXISTS (SELECT 1 FROM observations)');
  const describe = makeDescribeArchive(db);
  return {
    describeArchive: reading(describe),
    isEmpty: reading(() => findAny.get() === undefined),
    previewDeletion: reading((target) => {
      const ids = listIds(target);
      const counts = countAll.get({ ids: toJson(ids) }) ?? { subagents: 0, records: 0, observations: 0, bytes: 0 };
      return { ids, sessions: ids.length, ...counts };
    }),
    deleteImport: writing((id) => {
      if (dropImport.run(id).changes > 0) changes.add('import', id);
    }),
    findDeleted: reading(deleted.findDeleted),
    restoreFile: writing(deleted.restoreFile),
    listDeletedFiles: reading(deleted.listFiles),
    backup: async (file, onCopied) => {
      const exists = new AppError('conflict', `${file} exists, and a backup replaces nothing. Choose another name.`);
      if (existsSync(file)) throw exists;
      const folder = path.dirname(file);
      if (!existsSync(folder)) throw new AppError('not_found', `The folder ${folder} does not exist. Create it, or correct the path.`);
      // Half a copy never has the name of a backup.
      const partial = `${file}.partial`;
      try {
        rmSync(partial, { force: true });
        createPrivately(partial);
        await db.backup(partial, {
          progress: ({ totalPages, remainingPages }) => {
            onCopied?.(totalPages === 0 ? 1 : 1 - remainingPages / totalPages);
            return pagesAtOnce;
          },
        });
        checkCopy(partial, file);
        // Not by a link, which drives of other systems do not have.
        if (existsSync(file)) throw exists;
        renameSync(partial, file);
      } catch (error) {
        throw toDatabaseError(error, file);
      } finally {
        rmSync(partial, { force: true });
      }
    },
    compact: () => retryBusy(db.name, patience, () => void db.exec('VACUUM')),
    purge: async () => {
      const isEmptied = (): boolean => Number(db.pragma('wal_checkpoint(TRUNCATE)', { simple: true })) === 0;
      const untilMs = performance.now() + patience.deadlineMs;
      // A reader elsewhere keeps its snapshot in the log until it is done.
      for (let tries = 1; ; tries += 1) {
        if (await retryBusy(db.name, patience, isEmptied)) return true;
        if (performance.now() >= untilMs) return false;
        await patience.wait(tries);
      }
    },
  };
};

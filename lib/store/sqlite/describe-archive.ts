import { statSync } from 'node:fs';
import type { Database } from 'better-sqlite3';
import type { ArchiveFacts } from '../../domain/data.ts';
import { fromSessions, isTopLevel, isWarmup } from './sessions/sessions-list.ts';

type Sizes = { searchIndex: number; originalLines: number };

/** Sums of lengths read the rows of a table, not what overflows from them. */
const sizes = `SELECT
  (SELECT coalesce(sum(length(block)), 0) FROM search_words_data) + (SELECT coalesce(sum(length(block)), 0) FROM search_pairs_data) AS searchIndex,
  (SELECT coalesce(sum(length(data)), 0) FROM raw_chunks) + (SELECT coalesce(sum(length(data)), 0) FROM raw_parts) AS originalLines`;

const counts = `SELECT
  (SELECT count(*) FROM sessions) AS sessions,
  (SELECT count(*) ${fromSessions} WHERE NOT ${isTopLevel}) AS subagents,
  (SELECT count(*) ${fromSessions} WHERE ${isTopLevel} AND ${isWarmup}) AS warmups,
  (SELECT count(DISTINCT project) FROM sessions) AS projects,
  (SELECT count(*) FROM records) AS records,
  (SELECT count(*) FROM tool_calls) AS toolCalls,
  (SELECT count(*) FROM observations) AS observations,
  (SELECT count(*) FROM imports) AS imports,
  (SELECT count(*) FROM sources WHERE path NOT LIKE 'live:%') AS files`;

const none = { sessions: 0, subagents: 0, warmups: 0, projects: 0, records: 0, toolCalls: 0, observations: 0, imports: 0, files: 0 };

/** Counts and sizes of a whole database. */
export const makeDescribeArchive = (db: Database) => {
  const readCounts = db.prepare<[], ArchiveFacts['counts']>(counts);
  const readSizes = db.prepare<[], Sizes>(sizes);
  const pragma = (name: string): number => Number(db.pragma(name, { simple: true }));
  return (): ArchiveFacts => {
    const pageBytes = pragma('page_size');
    return {
      counts: readCounts.get() ?? none,
      bytes: {
        database: pragma('page_count') * pageBytes,
        log: statSync(`${db.name}-wal`, { throwIfNoEntry: false })?.size ?? null,
        free: pragma('freelist_count') * pageBytes,
        searchIndex: null,
        originalLines: null,
        ...readSizes.get(),
      },
    };
  };
};

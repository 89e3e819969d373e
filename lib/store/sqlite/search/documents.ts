import type { Database } from 'better-sqlite3';
import { hasUnspaced, listPairs, separateScripts } from '../../../search/words.ts';
import { docSql } from './doc.ts';
import type { IndexState } from './index-state.ts';

export const searchTables = ['search_words', 'search_pairs'] as const;
/** Pages of the index that are merged in one transaction. */
const mergedPages = 200;
/** A merge that changes fewer rows had nothing to do (documentation of FTS5). */
const leastChanges = 2;

/** The sum of the numbers of records in `search_pairs`: whether one is missing cannot be seen without reading all texts. */
export const pairsSum = `SELECT coalesce(sum(${docSql.number('id')}), 0) FROM search_pairs_docsize WHERE NOT ${docSql.isDerived('id')}`;

/** The two full-text tables: of words, and of pairs of letters for scripts that are written without spaces. */
export const makeDocuments = (db: Database, state: IndexState) => {
  const addWords = db.prepare<[bigint, string, string]>('INSERT INTO search_words (rowid, content, tool) VALUES (?, ?, ?)');
  const addPairs = db.prepare<[bigint, string]>('INSERT INTO search_pairs (rowid, content) VALUES (?, ?)');
  const [dropWords, dropPairs] = searchTables.map((table) =>
    db.prepare<[bigint, bigint]>(`DELETE FROM ${table} WHERE rowid BETWEEN ? AND ?`),
  );
  const sumPairs = db.prepare<[bigint, bigint], number>(`${pairsSum} AND id BETWEEN ? AND ?`).pluck();
  const changes = db.prepare<[], number>('SELECT total_changes()').pluck();
  const merges = searchTables.map((table) => db.prepare<[number]>(`INSERT INTO ${table} (${table}, rank) VALUES ('merge', ?)`));
  const countPairs = (by: number): void => {
    if (by !== 0) state.set('search_pairs', state.get('search_pairs') + by);
  };
  const sumOf = (first: bigint, last: bigint): number => sumPairs.get(first, last) ?? 0;
  return {
    add: (doc: number, text: string, tool: string): void => {
      const [id, isMixed] = [BigInt(doc), hasUnspaced(text)];
      addWords.run(id, isMixed ? separateScripts(text) : text, tool);
      if (!isMixed) return;
      addPairs.run(id, listPairs(text));
      countPairs(sumOf(id, id));
    },
    drop: (...range: [number, number]): void => {
      const [first, last] = [BigInt(range[0]), BigInt(range[1])];
      countPairs(-sumOf(first, last));
      dropWords?.run(first, last);
      dropPairs?.run(first, last);
    },
    /** Merges a part of the index, in which deleted words are only marked until then. False: nothing was left to merge. */
    merge: (isFirst: boolean): boolean => {
      let isMore = false;
      for (const merge of merges) {
        const before = changes.get() ?? 0;
        merge.run(isFirst ? -mergedPages : mergedPages);
        if ((changes.get() ?? 0) - before >= leastChanges) isMore = true;
      }
      return isMore;
    },
    empty: (): void => {
      for (const table of searchTables) db.prepare(`INSERT INTO ${table} (${table}) VALUES ('delete-all')`).run();
      state.set('search_pairs', 0);
    },
  };
};
export type Documents = ReturnType<typeof makeDocuments>;

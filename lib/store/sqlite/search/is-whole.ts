import type { Database } from 'better-sqlite3';
import { docSql } from './doc.ts';
import { pairsSum } from './documents.ts';
import type { IndexState } from './index-state.ts';
import { foundKind } from './indexed-record.ts';

/** Records that must be in the index as they are; those that wait to be indexed again may stand there or not. */
const settled = 'r.fts_id <= :watermark AND r.inherited_from IS NULL AND r.fts_id NOT IN (SELECT fts_id FROM search_pending)';
const isDerived = docSql.isDerived('d.id');

/** Each counts what is wrong. */
const differences = [
  // Records without their document.
  `SELECT count(*) FROM records r LEFT JOIN search_sessions x ON x.session_id = r.session_id WHERE ${settled}
    AND NOT EXISTS (SELECT 1 FROM search_words_docsize d WHERE d.id = ${docSql.of('x.number', 'r.fts_id', foundKind)})`,
  // Documents without their record: with the above, as many as there are too many.
  `SELECT (SELECT count(*) FROM search_words_docsize d WHERE NOT ${isDerived}
      AND ${docSql.number('d.id')} NOT IN (SELECT fts_id FROM search_pending)) - (SELECT count(*) FROM records r WHERE ${settled})`,
  `SELECT count(*) FROM search_observations x WHERE x.doc IS NOT NULL
    AND NOT EXISTS (SELECT 1 FROM search_words_docsize d WHERE d.id = x.doc)`,
  `SELECT count(*) FROM summaries x WHERE x.doc IS NOT NULL
    AND NOT EXISTS (SELECT 1 FROM search_words_docsize d WHERE d.id = x.doc)`,
  `SELECT (SELECT count(*) FROM search_words_docsize d WHERE ${isDerived})
    - (SELECT count(*) FROM search_observations WHERE doc IS NOT NULL) - (SELECT count(*) FROM summaries WHERE doc IS NOT NULL)`,
  `SELECT count(*) FROM search_pairs_docsize p WHERE NOT EXISTS (SELECT 1 FROM search_words_docsize d WHERE d.id = p.id)`,
  `SELECT (${pairsSum}) - :pairs`,
];

/** Whether the index holds a document for each record, observation and summary that was indexed, and no other. Reads no text. */
export const makeIsWhole = (db: Database, state: IndexState) => (): boolean => {
  const given = { watermark: state.get('search'), pairs: state.get('search_pairs') };
  return differences.every((sql) => {
    const names = Object.entries(given).filter(([name]) => sql.includes(`:${name}`));
    return db.prepare<[Record<string, number>], number>(sql).pluck().get(Object.fromEntries(names)) === 0;
  });
};

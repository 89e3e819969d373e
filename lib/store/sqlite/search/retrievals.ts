import type { Database } from 'better-sqlite3';
import { retrievals } from '../../../../db/schema.ts';
import { retrievalSource, storedExamples, type Retrieval } from '../../../domain/retrieval.ts';
import type { FoundPage, SearchStore } from '../../search-store.ts';
import type { Changes } from '../changes.ts';
import { parseCursor, toCursor } from '../cursor.ts';
import type { Outcomes } from '../metrics/outcomes.ts';
import { parseJson, toJson, parseStored } from '../json.ts';
import { upsert } from '../statements.ts';
import type { Transactions } from '../transactions.ts';

const cursorName = 'retrievals';
const ofSession = '(@sessionId IS NULL OR g.session_id = @sessionId)';

type StoredRetrieval = typeof retrievals.$inferSelect & { recordId: string | null };

/** Retrieved examples for the turns of agents. */
export const makeRetrievals = (
  db: Database,
  { reading, writing }: Pick<Transactions, 'reading' | 'writing'>,
  { changes, outcomes }: { changes: Changes; outcomes: Outcomes },
): Pick<SearchStore, 'putRetrieval' | 'listRetrievals'> => {
  const put = db.prepare(upsert(retrievals, ['sessionId', 'turnIdx']));
  const list = db.prepare<[{ sessionId: string | null; atMs: number; id: string; limit: number }], StoredRetrieval>(
    `SELECT g.session_id AS sessionId, g.turn_idx AS turnIdx, t.message_id AS recordId, g.prompt, g.source, g.examples,
      g.section_chars AS sectionChars, g.withheld, g.at_ms AS atMs
    FROM retrievals g LEFT JOIN turns t ON t.session_id = g.session_id AND t.turn_idx = g.turn_idx
    WHERE ${ofSession} AND (g.at_ms < @atMs OR (g.at_ms = @atMs AND g.session_id || ' ' || g.turn_idx < @id))
    ORDER BY g.at_ms DESC, g.session_id || ' ' || g.turn_idx DESC LIMIT @limit`,
  );
  const count = db.prepare<[{ sessionId: string | null }], number>(`SELECT count(*) FROM retrievals g WHERE ${ofSession}`).pluck();
  const listRetrievals = ({ cursor, limit, ...of }: Parameters<SearchStore['listRetrievals']>[0]): FoundPage<Retrieval> => {
    const sessionId = of.sessionId ?? null;
    const at = cursor === null ? null : parseCursor(cursor, cursorName);
    const atMs = at === null ? Number.MAX_VALUE : Number(at.value);
    const rows = list.all({ sessionId, atMs, id: at?.id ?? '', limit: limit + 1 });
    const last = rows[limit - 1];
    const total = count.get({ sessionId }) ?? 0;
    return {
      items: rows.slice(0, limit).map((row) => ({
        ...row,
        withheld: row.withheld === 1,
        source: parseStored(retrievalSource, row.source),
        examples: parseJson(storedExamples, row.examples, []),
      })),
      nextCursor:
        rows.length > limit && last ? toCursor({ list: cursorName, value: last.atMs, id: `${last.sessionId} ${last.turnIdx}` }) : null,
      total,
      ranked: total,
    };
  };
  return {
    putRetrieval: writing((retrieval) => {
      put.run({ ...retrieval, withheld: retrieval.withheld ? 1 : 0, examples: toJson(retrieval.examples) });
      const { sessionId, turnIdx, examples, withheld, atMs } = retrieval;
      outcomes.noteRetrieval(sessionId, turnIdx, examples.length > 0 && !withheld, atMs);
      changes.add('search', retrieval.sessionId);
    }),
    listRetrievals: reading(listRetrievals),
  };
};

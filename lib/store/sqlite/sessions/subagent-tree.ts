import type { Database } from 'better-sqlite3';
import type { CallPlace, Relative } from '../../ingest-store.ts';
import { toJson, validJson } from '../json.ts';

/** `up`: a session, its parent, and theirs, as far as each is a subagent of the next. `tree`: those and all their subagents. */
const tree = `WITH RECURSIVE up(id) AS (
  SELECT @sessionId UNION SELECT @parentId WHERE @parentId IS NOT NULL
  UNION SELECT s.parent_id FROM up JOIN sessions s ON s.id = up.id WHERE s.relation = 'subagent' AND s.parent_id IS NOT NULL
), tree(id) AS (
  SELECT id FROM up UNION SELECT s.id FROM tree JOIN sessions s INDEXED BY sessions_parent ON s.parent_id = tree.id WHERE s.relation = 'subagent'
)`;

const head = validJson('s.head', 'null');

type Start = { sessionId: string; parentId: string | null };

/** A session together with its subagents, theirs, and those that it is a subagent of. */
export const makeSubagentTree = (db: Database) => {
  const relatives = db.prepare<[Start], { id: string; hasLive: number }>(
    `${tree} SELECT t.id, coalesce(json_extract(${head}, '$.live'), 0) > 0 AS hasLive FROM tree t LEFT JOIN sessions s ON s.id = t.id
    WHERE t.id <> @sessionId AND (hasLive OR t.id IN (SELECT id FROM up))`,
  );
  // CROSS JOIN begins with the few sessions of the tree: else SQLite may read the results of all sessions.
  const calls = db.prepare<[Start & { names: string }], CallPlace>(
    `${tree} SELECT r.session_id AS sessionId, r.call_id AS recordId, r.native_call_id AS nativeCallId
    FROM tree t CROSS JOIN tool_results r ON r.session_id = t.id
    WHERE t.id <> @sessionId AND r.call_id IS NOT NULL AND r.native_call_id IN (SELECT value FROM json_each(@names))
    UNION SELECT s.id, json_extract(c.value, '$.id'), json_extract(c.value, '$.nativeCallId')
    FROM tree t CROSS JOIN sessions s ON s.id = t.id CROSS JOIN json_each(${head}, '$.openCalls') c
    WHERE t.id <> @sessionId AND json_extract(c.value, '$.nativeCallId') IN (SELECT value FROM json_each(@names))
    ORDER BY 1, 2`,
  );
  const record = db
    .prepare<[Start & { recordId: string }], string>(
      `${tree} SELECT r.session_id FROM tree t JOIN records r INDEXED BY records_id ON r.session_id = t.id AND r.id = @recordId
      ORDER BY r.session_id <> @sessionId LIMIT 1`,
    )
    .pluck();
  return {
    listRelatives: (sessionId: string, parentId: string | null): Relative[] =>
      relatives.all({ sessionId, parentId }).map(({ id, hasLive }) => ({ id, hasLive: hasLive === 1 })),
    findCallsOfRelatives: (sessionId: string, nativeCallIds: readonly string[]): CallPlace[] =>
      calls.all({ sessionId, parentId: null, names: toJson(nativeCallIds) }),
    /** The session of the tree that holds a record. */
    findSessionOfRecord: (sessionId: string, recordId: string): string | undefined => record.get({ sessionId, parentId: null, recordId }),
  };
};

import type { Database } from 'better-sqlite3';
import { continuedLink } from '../../store.ts';
import type { Changes } from '../changes.ts';

export type Parentage = ReturnType<typeof makeParentage>;

type Child = { id: string; parentId: string | null; relation: string | null };
type Link = { sessionId: string; nativeCallId: string };

/** A link names a session, or the file that one was read from. */
const childOf = (session: string): string =>
  `(l.child_session_id = ${session} OR l.child_session_id IN (SELECT x.source_id FROM source_sessions x WHERE x.session_id = ${session}))`;

/**
 * Gives a session that does not say itself whose child it is the parent that links to it: its first by id, whichever file came
 * first.
 */
export const makeParentage = (db: Database, changes: Changes) => {
  const findChild = db.prepare<[string], Child>(
    `SELECT id, parent_id AS parentId, relation FROM sessions WHERE id = ? 
    AND json_extract(facts, '$.parentNativeId') IS NULL AND json_extract(facts, '$.live.parentNativeId') IS NULL`,
  );
  const listLinked = db.prepare<[{ id: string }], { id: string }>(
    `SELECT s.id FROM call_links l JOIN sessions s ON s.id = l.child_session_id WHERE l.session_id = @id
    UNION SELECT x.session_id FROM call_links l JOIN source_sessions x ON x.source_id = l.child_session_id WHERE l.session_id = @id`,
  );
  const findLink = db.prepare<[{ id: string; continued: string }], Link>(
    `SELECT l.session_id AS sessionId, l.native_call_id AS nativeCallId FROM call_links l JOIN sessions p ON p.id = l.session_id
    WHERE ${childOf('@id')} AND p.id <> @id AND p.parent_id IS NOT @id ORDER BY l.session_id, l.native_call_id = @continued LIMIT 1`,
  );
  const put = db.prepare<[string | null, string | null, string]>('UPDATE sessions SET parent_id = ?, relation = ? WHERE id = ?');
  const recomputeOne = (id: string): boolean => {
    const child = findChild.get(id);
    if (!child) return false;
    const link = findLink.get({ id, continued: continuedLink });
    const relation = link ? (link.nativeCallId === continuedLink ? 'continuation' : 'subagent') : null;
    const parentId = link?.sessionId ?? null;
    if (child.parentId === parentId && child.relation === relation) return false;
    put.run(parentId, relation, id);
    for (const one of [id, parentId, child.parentId]) if (one !== null) changes.add('session', one);
    return true;
  };
  return {
    /** Answers those of these sessions, and of those they link to, whose parent changed. */
    recomputeAggregates: (sessionIds: readonly string[]): string[] => {
      const ids = new Set(sessionIds.flatMap((id) => [id, ...listLinked.all({ id }).map((row) => row.id)]));
      return [...ids].filter(recomputeOne);
    },
  };
};

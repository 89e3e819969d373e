import type { Database } from 'better-sqlite3';
import { continuedLink } from '../../rows.ts';
import type { Changes } from '../changes.ts';
import type { StaleCheckpoints } from './stale-checkpoints.ts';

export type Parentage = ReturnType<typeof makeParentage>;

type Child = { id: string; parentId: string | null; relation: string | null; toldRelation: string | null };
type Link = { sessionId: string; nativeCallId: string };

/** A link names a session, or the file that one was read from. */
const childOf = (session: string): string =>
  `(l.child_session_id = ${session} OR l.child_session_id IN (SELECT x.source_id FROM source_sessions x WHERE x.session_id = ${session}))`;

/**
 * Gives a session that does not say itself whose child it is the parent that links to it: its first by id, whichever file came
 * first; a fork without one the session that it copied. Gives subagents the project of their parent.
 */
export const makeParentage = (db: Database, changes: Changes, staleCheckpoints: StaleCheckpoints) => {
  const findChild = db.prepare<[string], Child>(
    `SELECT id, parent_id AS parentId, relation, json_extract(facts, '$.relation.value') AS toldRelation FROM sessions WHERE id = ?
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
  /** Whose the first record is that a session copied. */
  const findOrigin = db
    .prepare<[string], string>(
      `SELECT inherited_from FROM records INDEXED BY records_seq WHERE session_id = ? AND inherited_from IS NOT NULL ORDER BY seq LIMIT 1`,
    )
    .pluck();
  /** A subagent works on what its parent works on, in whatever folder. */
  const setProject = db.prepare<[string]>(
    `UPDATE sessions SET project = p.project FROM sessions p
    WHERE sessions.id = ? AND p.id = sessions.parent_id AND sessions.relation = 'subagent' AND p.project IS NOT NULL
    AND sessions.project IS NOT p.project`,
  );
  const listSubagents = db.prepare<[string], string>("SELECT id FROM sessions WHERE parent_id = ? AND relation = 'subagent'").pluck();
  const inheritProjects = (sessionIds: readonly string[]): string[] => {
    const changed: string[] = [];
    const seen = new Set(sessionIds);
    // Grows while it is walked: a subagent's own subagents come after it.
    for (const id of seen) {
      if (setProject.run(id).changes > 0) {
        changes.add('session', id);
        changed.push(id);
      }
      for (const child of listSubagents.all(id)) seen.add(child);
    }
    return changed;
  };
  const recomputeOne = (id: string): boolean => {
    const child = findChild.get(id);
    if (!child) return false;
    const link = findLink.get({ id, continued: continuedLink });
    const relation = link ? (link.nativeCallId === continuedLink ? 'continuation' : 'subagent') : child.toldRelation;
    const parentId = link?.sessionId ?? (child.toldRelation === null ? null : (findOrigin.get(id) ?? null));
    if (child.parentId === parentId && child.relation === relation) return false;
    put.run(parentId, relation, id);
    // The turns of a subagent have no end.
    if ((child.relation === 'subagent') !== (relation === 'subagent')) {
      const seen = staleCheckpoints.watch();
      seen.touch(id, null);
      seen.note();
    }
    for (const one of [id, parentId, child.parentId]) if (one !== null) changes.add('session', one);
    return true;
  };
  return {
    /** Answers those of these sessions, and of those they link to, whose parent changed. */
    recomputeAggregates: (sessionIds: readonly string[]): string[] => {
      const ids = new Set(sessionIds.flatMap((id) => [id, ...listLinked.all({ id }).map((row) => row.id)]));
      const moved = [...ids].filter(recomputeOne);
      return [...new Set([...moved, ...inheritProjects([...ids])])];
    },
    /** Gives forks that do not name their origin the session that their copies belong to, as inheritance left it. */
    findOrigins: (sessionIds: readonly string[]): string[] =>
      sessionIds.filter((id) => (findChild.get(id)?.toldRelation ?? null) !== null && recomputeOne(id)),
  };
};

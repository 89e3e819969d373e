import type { Database } from 'better-sqlite3';
import { continuedLink } from '../../rows.ts';
import type { Changes } from '../changes.ts';
import type { Projects } from './projects.ts';
import type { StaleCheckpoints } from './stale-checkpoints.ts';

export type Parentage = ReturnType<typeof makeParentage>;

type Child = {
  id: string;
  parentId: string | null;
  relation: string | null;
  toldRelation: string | null;
  continues: string | null;
  family: string;
  cwd: string | null;
  startedAtMs: number | null;
};
type Waiting = { id: string; family: string; continues: string };

/** Where a session is looked for that another one goes on from: at most this many sessions of its folder before it, and their last records. */
const [maxCandidates, maxLastRecords] = [30, 400];
type Link = { sessionId: string; nativeCallId: string };

/** A link names a session, or the file that one was read from. */
const childOf = (session: string): string =>
  `(l.child_session_id = ${session} OR l.child_session_id IN (SELECT x.source_id FROM source_sessions x WHERE x.session_id = ${session}))`;

/**
 * Gives a session that does not name its parent the one that links to it: the first by id, whichever file came first; else the one that
 * ends with the entry after which the session goes on; for a fork without one, the session that it copied. A session that copied nothing is
 * no fork. Gives subagents the project of their parent.
 */
export const makeParentage = (db: Database, changes: Changes, staleCheckpoints: StaleCheckpoints, projects: Projects) => {
  const findChild = db.prepare<[string], Child>(
    `SELECT id, parent_id AS parentId, relation, json_extract(facts, '$.relation.value') AS toldRelation, continues, family, cwd,
      started_at_ms AS startedAtMs FROM sessions WHERE id = ?
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
  const listCandidates = db
    .prepare<[Pick<Child, 'id' | 'family' | 'cwd' | 'startedAtMs'>], string>(
      `SELECT id FROM sessions WHERE family = @family AND id <> @id AND cwd IS @cwd AND relation IS NOT 'subagent'
      AND (@startedAtMs IS NULL OR started_at_ms <= @startedAtMs) ORDER BY started_at_ms DESC, id LIMIT ${maxCandidates}`,
    )
    .pluck();
  const findLast = db
    .prepare<[{ sessionId: string; start: string }], number>(
      `SELECT 1 FROM (
        SELECT native_key, inherited_from FROM records INDEXED BY records_seq WHERE session_id = @sessionId ORDER BY seq DESC LIMIT ${maxLastRecords}
      ) WHERE inherited_from IS NULL AND substr(native_key, 1, length(@start)) = @start LIMIT 1`,
    )
    .pluck();
  const exists = db.prepare<[string], number>('SELECT 1 FROM sessions WHERE id = ?').pluck();
  /** Sessions for which one is a candidate. Records are read for these alone. */
  const listWaiting = db.prepare<[string], Waiting>(
    `SELECT w.id, w.family, w.continues FROM sessions s CROSS JOIN sessions w INDEXED BY sessions_continues
    WHERE s.id = ? AND s.relation IS NOT 'subagent' AND w.continues IS NOT NULL AND w.parent_id IS NULL AND w.id <> s.id
    AND w.family = s.family AND w.cwd IS s.cwd AND (w.started_at_ms IS NULL OR s.started_at_ms <= w.started_at_ms)`,
  );
  /** Whether a session ends with the entry that another one goes on from. */
  const holds = (sessionId: string, { family, continues }: Omit<Waiting, 'id'>): boolean =>
    findLast.get({ sessionId, start: `${family}:${continues}:` }) === 1;
  const findContinued = (child: Child): string | null => {
    const { id, family, cwd, startedAtMs, continues, parentId, relation } = child;
    if (continues === null) return null;
    if (parentId !== null && relation === 'continuation' && exists.get(parentId) === 1) return parentId;
    return listCandidates.all({ id, family, cwd, startedAtMs }).find((candidate) => holds(candidate, { family, continues })) ?? null;
  };
  /** Sessions that go on from one of these. */
  const listContinuing = (sessionIds: readonly string[]): string[] =>
    sessionIds.flatMap((id) => listWaiting.all(id).flatMap((one) => (holds(id, one) ? [one.id] : [])));
  /** `isSettled`: who owns what is known, so that a fork of nothing is not a fork. Before, what may be one owns nothing that another session has. */
  const findParent = (child: Child, isSettled: boolean): Pick<Child, 'parentId' | 'relation'> => {
    const link = findLink.get({ id: child.id, continued: continuedLink });
    if (link) return { parentId: link.sessionId, relation: link.nativeCallId === continuedLink ? 'continuation' : 'subagent' };
    const continued = findContinued(child);
    if (continued !== null) return { parentId: continued, relation: 'continuation' };
    const parentId = child.toldRelation === null ? null : (findOrigin.get(child.id) ?? null);
    return { parentId, relation: isSettled && child.toldRelation === 'fork' && parentId === null ? null : child.toldRelation };
  };
  const recomputeOne = (id: string, isSettled: boolean): boolean => {
    const child = findChild.get(id);
    if (!child) return false;
    const { parentId, relation } = findParent(child, isSettled);
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
      const linked = sessionIds.flatMap((id) => [id, ...listLinked.all({ id }).map((row) => row.id)]);
      const ids = new Set([...linked, ...listContinuing(sessionIds)]);
      const moved = [...ids].filter((id) => recomputeOne(id, false));
      return [...new Set([...moved, ...projects.inherit([...ids])])];
    },
    /** Gives forks that do not name their origin the session that their copies belong to, as inheritance left it. */
    findOrigins: (sessionIds: readonly string[]): string[] =>
      sessionIds.filter((id) => (findChild.get(id)?.toldRelation ?? null) !== null && recomputeOne(id, true)),
  };
};

import { isDeepStrictEqual } from 'node:util';
import type { Database } from 'better-sqlite3';
import { experiments } from '../../../../db/schema.ts';
import { AppError } from '../../../domain/errors.ts';
import { armName, type ArmName, type Assignment, type Experiment, type ExperimentKind } from '../../../domain/experiment.ts';
import type { ExperimentStore } from '../../experiment-store.ts';
import type { Changes } from '../changes.ts';
import { columnsOf, insertRow, upsert } from '../statements.ts';
import type { Transactions } from '../transactions.ts';
import { toExperiment, toExperimentRow, toFixed, type StoredExperiment } from './experiment-rows.ts';
import { isOver, joinTurn, sumColumns, toMetricSums, type StoredSums } from './metric-sums.ts';
import { projectsNamed } from '../sessions/projects.ts';
import { toNearest } from '../sums.ts';
import { parseStored } from '../json.ts';

type StoredAssigned = StoredSums & { sessionId: string; arm: string; assignedAtMs: number; turns: number; withoutOutcome: number };

/** Sessions that continue each other, at most: more are a circle. */
const maxDepth = 100;

/** Definitions of experiments, the arms of sessions, and sums over their turns. */
export const makeExperimentSlice = (db: Database, { reading, writing }: Transactions, changes: Changes): ExperimentStore => {
  const columns = `${columnsOf(experiments, 'e')},
    (SELECT count(*) FROM experiment_assignments a WHERE a.experiment_id = e.id) AS assigned`;
  const byId = db.prepare<[string], StoredExperiment>(`SELECT ${columns} FROM experiments e WHERE e.id = ?`);
  const list = db.prepare<[], StoredExperiment>(
    `SELECT ${columns} FROM experiments e ORDER BY e.status = 'running' DESC, e.created_at_ms DESC, e.id`,
  );
  const running = db.prepare<[string], StoredExperiment>(
    `SELECT ${columns} FROM experiments e WHERE e.kind = ? AND e.status = 'running' AND e.synthetic = 0`,
  );
  const insert = db.prepare(insertRow(experiments));
  const replace = db.prepare(upsert(experiments, ['id']));
  const remove = db.prepare<[string]>('DELETE FROM experiments WHERE id = ?');
  const insertAssignment = db.prepare<[{ experimentId: string; sessionId: string; arm: ArmName; turnIdx: number; atMs: number }]>(
    `INSERT INTO experiment_assignments (session_id, experiment_id, arm, from_turn, assigned_at_ms)
    VALUES (@sessionId, @experimentId, @arm, @turnIdx, @atMs) ON CONFLICT (session_id, experiment_id) DO NOTHING`,
  );
  const armOf = db
    .prepare<[string, string], string>('SELECT arm FROM experiment_assignments WHERE session_id = ? AND experiment_id = ?')
    .pluck();
  const assigned = db.prepare<[string, string], Assignment>(
    `SELECT e.id AS experimentId, e.name, a.arm FROM experiment_assignments a JOIN experiments e ON e.id = a.experiment_id
    WHERE a.session_id = ? AND e.kind = ? ORDER BY a.assigned_at_ms DESC, e.id LIMIT 1`,
  );
  const listAssigned = db.prepare<[{ experimentId: string; nowMs: number }], StoredAssigned>(
    `WITH RECURSIVE up (id, arm, ancestor, depth) AS (
      SELECT a.session_id, a.arm, s.parent_id, 1 FROM experiment_assignments a JOIN sessions s ON s.id = a.session_id
      WHERE a.experiment_id = @experimentId AND s.parent_id IS NOT NULL
      UNION ALL SELECT up.id, up.arm, s.parent_id, up.depth + 1 FROM up JOIN sessions s ON s.id = up.ancestor
      WHERE s.parent_id IS NOT NULL AND up.depth < ${maxDepth}
    ), origins AS (
      SELECT up.id, x.session_id AS origin, max(up.depth) FROM up
      JOIN experiment_assignments x ON x.session_id = up.ancestor AND x.experiment_id = @experimentId AND x.arm = up.arm GROUP BY up.id
    )
    SELECT coalesce(o.origin, a.session_id) AS sessionId, a.arm, ${toNearest('instant', 'min(a.assigned_at_ms)')} AS assignedAtMs, count(m.turn_idx) AS turns,
      coalesce(sum(m.turn_idx IS NOT NULL AND m.completed IS NULL), 0) AS withoutOutcome, ${sumColumns}
    FROM experiment_assignments a LEFT JOIN origins o ON o.id = a.session_id
    LEFT JOIN turn_metrics m ON m.session_id = a.session_id AND m.turn_idx >= a.from_turn AND ${isOver}
    ${joinTurn}
    WHERE a.experiment_id = @experimentId GROUP BY 1 ORDER BY assignedAtMs, sessionId`,
  );
  const listPast = db.prepare<[{ project: string | null; nowMs: number; limit: number }], StoredSums>(
    `SELECT ${sumColumns} FROM (
      SELECT id FROM sessions WHERE synthetic = 0 AND relation IS NOT 'subagent' AND (@project IS NULL OR project IN ${projectsNamed('json_array(@project)')})
      ORDER BY started_at_ms DESC LIMIT @limit
    ) s JOIN turn_metrics m ON m.session_id = s.id AND ${isOver} ${joinTurn} GROUP BY s.id`,
  );

  const find = (id: string): Experiment | null => {
    const row = byId.get(id);
    return row ? toExperiment(row) : null;
  };
  const findRunning = (kind: ExperimentKind): Experiment | null => {
    const row = running.get(kind);
    return row ? toExperiment(row) : null;
  };
  const refuseSecond = ({ id, kind, synthetic }: Experiment): void => {
    const other = synthetic ? null : findRunning(kind);
    if (other && other.id !== id)
      throw new AppError(
        'conflict',
        `The ${kind} experiment “${other.name}” is running. Stop it first: a session can be in one ${kind} experiment only.`,
        { experimentId: other.id },
      );
  };
  const replaceExperiment: (...args: Parameters<ExperimentStore['replaceExperiment']>) => boolean = (seen, next) => {
    const stored = find(seen.id);
    if (!stored || !isDeepStrictEqual({ ...stored, assigned: seen.assigned }, seen)) return false;
    if (stored.assigned > 0 && !isDeepStrictEqual(toFixed(stored), toFixed(next))) return false;
    if (next.status === 'running') refuseSecond({ ...next, assigned: stored.assigned });
    replace.run(toExperimentRow({ ...next, id: seen.id }));
    changes.add('experiment', seen.id);
    return true;
  };
  return {
    putExperiment: writing((experiment) => {
      if (experiment.status === 'running') refuseSecond({ ...experiment, assigned: 0 });
      insert.run(toExperimentRow(experiment));
      changes.add('experiment', experiment.id);
    }),
    replaceExperiment: writing(replaceExperiment),
    findExperiment: reading(find),
    listExperiments: reading(() => list.all().map(toExperiment)),
    findRunning: reading(findRunning),
    deleteExperiment: writing((id) => {
      changes.add('experiment', id);
      return remove.run(id).changes > 0;
    }),
    assign: writing((seen, assignment) => {
      const stored = find(seen.id);
      const isSeen = stored !== null && isDeepStrictEqual({ ...stored, assigned: 0 }, { ...seen, assigned: 0 });
      if (isSeen && seen.status === 'running' && insertAssignment.run({ ...assignment, experimentId: seen.id }).changes > 0)
        changes.add('experiment', seen.id);
      return parseStored(armName.nullable(), armOf.get(assignment.sessionId, seen.id) ?? null);
    }),
    findAssignment: reading((kind, sessionId) => assigned.get(sessionId, kind) ?? null),
    listAssignedSessions: reading((experimentId, nowMs) =>
      listAssigned.all({ experimentId, nowMs }).map((row) => ({
        sessionId: row.sessionId,
        arm: parseStored(armName, row.arm),
        assignedAtMs: row.assignedAtMs,
        turns: row.turns,
        withoutOutcome: row.withoutOutcome,
        metrics: toMetricSums(row),
      })),
    ),
    listPastSessions: reading((project, nowMs, limit) => listPast.all({ project, nowMs, limit }).map(toMetricSums)),
  };
};

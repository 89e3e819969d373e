import type { ArmName, Assignment, Experiment, ExperimentKind } from '../../domain/experiment.ts';
import { computeArm } from '../../experiments/assign.ts';
import type { StoredSessionRow } from '../../store/rows.ts';
import type { Store } from '../../store/store.ts';
import { untilApplied } from '../../store/until-applied.ts';

/** `turnIdx`: the first turn that counts; null: the session's last one. `project`: of a session that is not in the archive yet. */
type Asked = { kind: ExperimentKind; sessionId: string; turnIdx: number | null; project: string | null; atMs: number };

/** The session that a subagent works for, itself for others; without a row if that is not in the archive. */
const findRoot = async (store: Store, sessionId: string): Promise<{ id: string; row: StoredSessionRow | null }> => {
  const seen = new Set<string>();
  let id = sessionId;
  for (;;) {
    const [row = null] = await store.findSessionRows([id]);
    seen.add(id);
    if (row?.relation !== 'subagent' || row.parentId === null || seen.has(row.parentId)) return { id, row };
    id = row.parentId;
  }
};

/**
 * The arm that a session has in an experiment of a kind, also after the experiment stopped; null if it has none. A subagent is in the arm of
 * the session that it works for.
 */
export const findArm = async (store: Store, kind: ExperimentKind, sessionId: string): Promise<Assignment | null> =>
  store.findAssignment(kind, (await findRoot(store, sessionId)).id);

/**
 * The arm of the session that this one continues or forks, or of the nearest one before that is in the experiment: its agent goes on with
 * what that one was given.
 */
const findInherited = async (store: Store, { id, kind }: Experiment, row: StoredSessionRow | null): Promise<ArmName | null> => {
  const seen = new Set<string>();
  let at = row?.parentId ?? null;
  while (at !== null && !seen.has(at)) {
    seen.add(at);
    const assigned = await store.findAssignment(kind, at);
    if (assigned?.experimentId === id) return assigned.arm;
    at = (await store.findSessionRows([at]))[0]?.parentId ?? null;
  }
  return null;
};

/** The arm that a session has, or is given now if an experiment of the kind runs for its project; null: no experiment decides for it. */
export const assignSession = async (store: Store, asked: Asked): Promise<Assignment | null> =>
  (await untilApplied(() => tryToAssign(store, asked), 'experiment')).assignment;

/** Whether an experiment decides for sessions of a project, which may be called otherwise than when the experiment was made. */
const isFor = async (store: Pick<Store, 'listProjects'>, { project: wanted }: Experiment, project: string | null): Promise<boolean> =>
  wanted === null || wanted === project || (project !== null && (await store.listProjects(wanted)).includes(project));

/** Null where the experiment was edited or stopped meanwhile: other shares, or another project. */
const tryToAssign = async (store: Store, asked: Asked): Promise<{ assignment: Assignment | null } | null> => {
  const { kind, sessionId, turnIdx, project, atMs } = asked;
  const { id, row } = await findRoot(store, sessionId);
  const assigned = await store.findAssignment(kind, id);
  if (assigned) return { assignment: assigned };
  const experiment = await store.findRunning(kind);
  if (!experiment || !(await isFor(store, experiment, row ? row.project : project))) return { assignment: null };
  const ofRoot = id === sessionId ? turnIdx : null;
  const firstTurn = ofRoot ?? (await store.listTurns(id)).at(-1)?.turnIdx ?? 0;
  const wanted = (await findInherited(store, experiment, row)) ?? computeArm(experiment, id);
  const arm = await store.assign(experiment, { sessionId: id, arm: wanted, turnIdx: firstTurn, atMs });
  return arm === null ? null : { assignment: { experimentId: experiment.id, name: experiment.name, arm } };
};

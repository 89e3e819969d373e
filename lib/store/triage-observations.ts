import { setImmediate } from 'node:timers/promises';
import { AppError } from '../domain/errors.ts';
import { observationState, type ObservationFilter, type ObservationView } from '../domain/observation.ts';
import type { TriageCommand, TriageTarget } from '../domain/triage.ts';
import { toReason } from '../observations/lifecycle.ts';
import {
  isAsSeen,
  listChangedUnits,
  maxListed,
  planClear,
  planTriage,
  planUndo,
  selectRows,
  sumTriage,
  toMatchConflict,
  toMissingError,
  toPartialError,
  toVersionConflict,
  type ExpectedUnit,
  type TriagePart,
  type Unit,
} from '../observations/plans/plan-triage.ts';
import type { MatchingUnit, ObservationEngine } from './observation-engine.ts';
import type { ObservationStore } from './observation-store.ts';
import { defaultStoreLimits, type StoreLimits } from './store-limits.ts';
import { untilApplied } from './until-applied.ts';

/** Most observations or groups that a conflict looks at. */
const maxRead = 10_000;

const resolvedStates = observationState.options.filter((state) => toReason(state) !== null);

/** All that match a filter, or some of them. */
type ResultSet = Extract<TriageTarget, { total: number }>;

/** Triage of observations by people and agents, and undo. */
export const makeTriageObservations = (
  engine: ObservationEngine,
  { triagedAtOnce: maxAtOnce, triagedPart: partSize }: StoreLimits = defaultStoreLimits,
): Pick<ObservationStore, 'triage' | 'undoTriage' | 'clearResolved'> => ({
  triage: async (command) => {
    const { target, atMs, changeId } = command;
    if (!('filter' in target)) return sumTriage(changeId, [await act(engine, command, () => readNamed(engine, target))]);
    const matching = await listResultSet(engine, target, atMs);
    if (matching.length <= maxAtOnce) {
      const read = async (failures: number) =>
        readMatching(engine, failures === 0 ? matching : await listResultSet(engine, target, atMs), target.view, target.filter);
      return sumTriage(changeId, [await act(engine, command, read)]);
    }
    const parts: TriagePart[] = [];
    for (let from = 0; from < matching.length; from += partSize) {
      const part = matching.slice(from, from + partSize);
      try {
        parts.push(await act(engine, command, () => readMatching(engine, part, target.view, target.filter)));
      } catch (error) {
        const done = sumTriage(changeId, parts);
        throw done.changed === 0 ? error : toPartialError(done, matching.length, error);
      }
      await setImmediate();
    }
    return sumTriage(changeId, parts);
  },

  undoTriage: async (changeId, by, atMs) => {
    let [undone, left, afterSeq] = [0, 0, 0];
    for (;;) {
      const window = await untilApplied(async () => {
        const steps = await engine.listChangeSteps(changeId, afterSeq, maxAtOnce);
        const plan = planUndo(
          changeId,
          steps.filter(({ isLast }) => isLast),
          { by, atMs },
        );
        const isApplied = plan.moved.length === 0 || (await engine.applyPlan(plan));
        return isApplied ? { steps, undone: plan.moved.length } : null;
      });
      const last = window.steps.at(-1);
      if (!last) break;
      afterSeq = last.step.seq;
      undone += window.undone;
      left += window.steps.length - window.undone;
      await setImmediate();
    }
    if (undone + left === 0) throw new AppError('not_found', `There is no change ${changeId} to undo.`);
    return { undone, left };
  },

  clearResolved: async (sessionId, by, atMs, changeId) => {
    for (let cleared = 0; ;) {
      const some = await untilApplied(async () => {
        const rows = await engine.listInSight(resolvedStates, sessionId, partSize);
        const isApplied = rows.length === 0 || (await engine.applyPlan(planClear(rows, { by, atMs, changeId })));
        return isApplied ? rows.length : null;
      });
      if (some === 0) return cleared;
      cleared += some;
      await setImmediate();
    }
  },
});

const act = (engine: ObservationEngine, command: TriageCommand, read: (failures: number) => Promise<ExpectedUnit[]>): Promise<TriagePart> =>
  untilApplied(async (failures) => {
    const units = await read(failures);
    const changed = listChangedUnits(units);
    if (changed.length > 0) throw toVersionConflict(changed, units.length, await listLastSteps(engine, changed.slice(0, maxListed)));
    const { plan, result } = planTriage(
      units.map(({ unit }) => unit),
      command,
    );
    return plan.moved.length === 0 || (await engine.applyPlan(plan)) ? result : null;
  });

/** Observations or groups that a target names, each once, with the version that the requester saw. */
const readNamed = async (engine: ObservationEngine, target: Exclude<TriageTarget, ResultSet>): Promise<ExpectedUnit[]> => {
  const isGroup = 'groups' in target;
  const named = isGroup
    ? target.groups.map(({ fingerprint, version }) => [fingerprint, version] as const)
    : target.observations.map(({ id, version }) => [id, version] as const);
  const versions = new Map(named);
  const ids = [...versions.keys()];
  const units = await engine.readUnits(ids, isGroup);
  const missing = ids.filter((_, at) => units[at] === null);
  const [first] = missing;
  if (first !== undefined) throw toMissingError(missing, isGroup, await findOther(engine, first, isGroup));
  return units.flatMap((unit) => (unit ? [{ unit, version: versions.get(unit.id) }] : []));
};

const findOther = async (engine: ObservationEngine, id: string, isGroup: boolean) => {
  const [other] = await engine.readUnits([id], !isGroup);
  if (!other) return null;
  return isGroup ? { groupOf: other.rows[0]?.fingerprint ?? '' } : { observations: other.rows.map((row) => row.id) };
};

/** Those that are still there, with the rows that a filter means and the versions that matched it. */
const readMatching = async (
  engine: ObservationEngine,
  matching: readonly MatchingUnit[],
  view: ObservationView,
  filter: ObservationFilter,
): Promise<ExpectedUnit[]> => {
  const units = await engine.readUnits(
    matching.map(({ id }) => id),
    view === 'groups',
  );
  return units.flatMap((unit, at) =>
    unit ? [{ unit: unit.isGroup ? { ...unit, rows: selectRows(unit.rows, filter) } : unit, version: matching[at]?.version }] : [],
  );
};

/** All that match, if they are those that the requester saw, as they were then. */
const listResultSet = async (engine: ObservationEngine, seen: ResultSet, nowMs: number): Promise<MatchingUnit[]> => {
  const { view, filter } = seen;
  const now = await engine.listMatching(view, filter, nowMs);
  if (isAsSeen(seen, now)) return now.matching;
  const all = await engine.listMatching(view, { ...filter, states: undefined, severities: undefined }, nowMs);
  const ids = all.matching.slice(0, maxRead).map(({ id }) => id);
  const units = (await engine.readUnits(ids, view === 'groups')).filter((unit) => unit !== null);
  throw toMatchConflict(seen, now, units, await listLastSteps(engine, units));
};

const listLastSteps = (engine: ObservationEngine, units: readonly Unit[]) =>
  engine.listLastSteps(
    units.map(({ id }) => id),
    units.some(({ isGroup }) => isGroup),
  );

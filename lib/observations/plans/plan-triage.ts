import { AppError } from '../../domain/errors.ts';
import type { ObservationFilter, ObservationState, ObservationTransition } from '../../domain/observation.ts';
import type { ChangedMeanwhile, TriageCommand, TriageResult } from '../../domain/triage.ts';
import { printCount, printCounted } from '../../print/number.ts';
import { hashId } from '../../session/ids.ts';
import { toStep } from '../lifecycle.ts';
import { toActedOn, toMoved, toUndone } from '../triage-state.ts';
import { emptyPlan, type ObservationPlan, type StepRow, type StoredStep, type TriageRow } from './rows.ts';
import { isUndoable, parseBefore, toStepRow, type Change } from './steps.ts';

/** Target of an action: an observation, or a group with its selected observations. `revision`: of the group as read; else null. */
export type Unit = {
  id: string;
  state: ObservationState;
  version: number;
  revision: number | null;
  rows: readonly TriageRow[];
  isGroup: boolean;
};
/** `version`: the version that the caller saw, if given. */
export type ExpectedUnit = { unit: Unit; version: number | undefined };

export type TriagePart = Omit<TriageResult, 'changeId'>;

/** Maximum number of listed refusals and conflicts. */
export const maxListed = 100;
const maxNamed = 5;

/** Rows of a group that a filter selects: with a session or projects, only theirs. */
export const selectRows = (rows: readonly TriageRow[], { sessionId, projects }: ObservationFilter): readonly TriageRow[] =>
  rows.filter(
    (row) =>
      (sessionId === undefined || row.sessionId === sessionId) &&
      (projects === undefined || (row.project !== null && projects.includes(row.project))),
  );

/** Units that changed since the caller saw them. */
export const listChangedUnits = (units: readonly ExpectedUnit[]): Unit[] =>
  units.flatMap(({ unit, version }) => (version !== undefined && version !== unit.version ? [unit] : []));

/** Changes from an action according to lifecycle.ts, and its result. */
export const planTriage = (
  units: readonly Unit[],
  { action, reason, note, by, atMs, changeId }: Omit<TriageCommand, 'target'>,
): { plan: ObservationPlan; result: TriagePart } => {
  const change: Change = { kind: action, changeId, by, atMs, note, callIndex: null };
  const result: TriagePart = { changed: 0, unchanged: 0, refused: 0, refusals: [] };
  const moved: TriageRow[] = [];
  const steps: StepRow[] = [];
  for (const unit of units) {
    const before = moved.length;
    for (const row of unit.isGroup ? toActedOn(unit.rows, action) : unit.rows) {
      const { to } = toStep(row.state, action, reason, note !== null && note !== row.resolutionNote);
      if (to === null) continue;
      const next = toMoved(row, to, change);
      moved.push(next);
      steps.push(toStepRow(next, row, change));
    }
    const step = toStep(unit.state, action, reason);
    const why = 'refused' in step ? step.refused : null;
    if (moved.length > before) result.changed += 1;
    else if (why === null) result.unchanged += 1;
    else {
      result.refused += 1;
      if (result.refusals.length < maxListed) result.refusals.push({ id: unit.id, state: unit.state, why });
    }
  }
  // A group that gains an observation has another revision, though none of the moved rows has another version.
  const expected = units.flatMap(({ id, revision }) => (revision === null ? [] : [{ fingerprint: id, revision }]));
  return { plan: { ...emptyPlan, expected, moved, steps }, result };
};

/** The parts of a command, together. */
export const sumTriage = (changeId: string, parts: readonly TriagePart[]): TriageResult => {
  const sum = (name: 'changed' | 'unchanged' | 'refused') => parts.reduce((all, part) => all + part[name], 0);
  const changed = sum('changed');
  return {
    changeId: changed > 0 ? changeId : null,
    changed,
    unchanged: sum('unchanged'),
    refused: sum('refused'),
    refusals: parts.flatMap(({ refusals }) => refusals).slice(0, maxListed),
  };
};

/** Undoes steps of a change. `rows`: their observations, without those that changed since. */
export const planUndo = (
  changeId: string,
  changes: readonly { step: StoredStep; row: TriageRow }[],
  { by, atMs }: { by: string; atMs: number },
): ObservationPlan => {
  const change: Change = { kind: 'undo', changeId: hashId('undo', changeId, atMs), by, atMs, note: null, callIndex: null };
  const moved: TriageRow[] = [];
  const steps: StepRow[] = [];
  for (const { step, row } of changes) {
    const before = isUndoable(step) ? parseBefore(step) : null;
    if (!before) continue;
    const next = toUndone(row, before, atMs);
    moved.push(next);
    steps.push(toStepRow(next, row, change));
  }
  return { ...emptyPlan, moved, steps };
};

/** Archives resolved observations. */
export const planClear = (
  rows: readonly TriageRow[],
  { by, atMs, changeId }: { by: string; atMs: number; changeId: string },
): ObservationPlan => {
  const change: Change = { kind: 'clear', changeId, by, atMs, note: null, callIndex: null };
  const moved = rows.map((row) => ({ ...row, cleared: 1, changedAtMs: atMs, version: row.version + 1 }));
  return { ...emptyPlan, moved, steps: moved.map((row, at) => toStepRow(row, rows[at] ?? null, change)) };
};

/** Unit of the other kind that has this id: an observation with its group, or a group with its observations. */
export type OtherUnit = { groupOf: string } | { observations: readonly string[] } | null;

/** Fails with `not_found` for unknown ids. `other`: the unit of the other kind that has the first id. */
export const toMissingError = (missing: readonly string[], isGroup: boolean, other: OtherUnit): AppError => {
  const [first = ''] = missing;
  const what = isGroup ? 'group of observations' : 'observation';
  const sentences = [`There is no ${what} ${missing.slice(0, 3).join(', ')}.`];
  if (other && 'groupOf' in other) sentences.push(`${first} is an observation: its group is ${other.groupOf}.`);
  else if (other) sentences.push(printGroupInstead(first, other.observations));
  return new AppError('not_found', [...sentences, 'Nothing was changed.'].join(' '), { missing: missing.slice(0, maxListed) });
};

const printGroupInstead = (id: string, ids: readonly string[]): string => {
  const named = `${ids.slice(0, maxNamed).join(', ')}${ids.length > maxNamed ? ', and more' : ''}`;
  return `${id} is a group, of ${printCounted(ids.length, 'observation')}: ${named}. Name one of them, or act on the group.`;
};

/** Each unit with its last step. */
const toChanged = (units: readonly Unit[], last: LastSteps): ChangedMeanwhile[] =>
  units.map(({ id, state, version }) => ({ id, state, version, last: last.get(id) ?? null }));

/** The last step of units, by id. */
export type LastSteps = ReadonlyMap<string, ObservationTransition>;

/** Units touched by the newest change, among those that the filter may have matched. */
const selectLastChanged = (all: readonly ChangedMeanwhile[]): ChangedMeanwhile[] => {
  const newest = all.reduce<ChangedMeanwhile['last']>((best, { last }) => (last && last.seq > (best?.seq ?? 0) ? last : best), null);
  return all.filter(({ last }) => last !== null && last.changeId === newest?.changeId).slice(0, maxListed);
};

export const toVersionConflict = (changed: readonly Unit[], of: number, last: LastSteps): AppError =>
  new AppError('conflict', `${changed.length} of ${of} changed meanwhile. Nothing was changed.`, {
    changed: toChanged(changed.slice(0, maxListed), last),
  });

/**
 * For an action that failed after it had changed a part of what matches. Details: `changeId`, by which that is undone, and the number
 * `changed`. It is never a `conflict`, which means that nothing was changed.
 */
export const toPartialError = ({ changeId, changed }: TriageResult, of: number, cause: unknown): AppError => {
  const known = cause instanceof AppError ? cause : null;
  const isConflict = known?.code === 'conflict';
  const why = isConflict ? 'Some of the rest changed meanwhile.' : (known?.message ?? '');
  const error = new AppError(
    isConflict ? 'store_busy' : (known?.code ?? 'internal'),
    `${printCount(changed)} of ${printCount(of)} were changed (as ${changeId}, which can be undone), the rest were not. ${why}`.trim(),
    { changeId, changed },
  );
  error.cause = cause;
  return error;
};

type Matched = { total: number; resultSetHash: string };

/** Whether the filter still matches what the caller saw. */
export const isAsSeen = (seen: { total: number; resultSetHash?: string | undefined }, now: Matched): boolean =>
  now.total === seen.total && (seen.resultSetHash === undefined || now.resultSetHash === seen.resultSetHash);

/** `units`: possible matches of the filter, in any state and severity. */
export const toMatchConflict = (
  seen: { total: number },
  { total, resultSetHash }: Matched,
  units: readonly Unit[],
  last: LastSteps,
): AppError => {
  const what =
    total === seen.total
      ? `As many match now as when this was asked (${total}), but others, or some of them changed`
      : `${seen.total} matched when this was asked, ${total} match now`;
  const changed = selectLastChanged(toChanged(units, last));
  return new AppError('conflict', `${what}. Nothing was changed.`, { total, resultSetHash, changed });
};

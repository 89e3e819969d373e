import type { Database } from 'better-sqlite3';
import { AppError } from '../../domain/errors.ts';
import { observationState, type ObservationFilter, type ObservationState } from '../../domain/observation.ts';
import type { ChangedMeanwhile, TriageCommand, TriageResult, TriageTarget, UndoResult } from '../../domain/triage.ts';
import { toStatus, toStep } from '../../observations/lifecycle.ts';
import { hashId } from '../../session/ids.ts';
import type { ObservationGroups } from './observation-groups.ts';
import type { ObservationMatches } from './observation-matches.ts';
import { toTransition, type StoredObservation, type StoredTransition } from './observation-rows.ts';
import { toMoved, toUndone, type Transitions } from './observation-transitions.ts';
import type { Observations } from './observations.ts';

type Parts = { observations: Observations; groups: ObservationGroups; transitions: Transitions; matches: ObservationMatches };

/** What one action is carried out on: an observation, or all of a group. */
type Unit = { id: string; state: ObservationState; version: number; rows: StoredObservation[]; isGroup: boolean };
type Expected = { unit: Unit; version: number | undefined };

type IsWanted = (row: StoredObservation) => boolean;

const mostTold = 100;
const windowRows = 2_000;

/** What people and agents do to observations. */
export const makeTriage = (db: Database, { observations, groups, transitions, matches }: Parts) => {
  const uncleared = db.prepare<[{ sessionId: string | null; limit: number }], { id: string }>(
    `SELECT id FROM observations WHERE cleared = 0 AND state NOT IN ('open', 'regressed', 'acknowledged')
      AND (@sessionId IS NULL OR session_id = @sessionId) ORDER BY id LIMIT @limit`,
  );

  const findUnit = (id: string, isGroup: boolean, isWanted: IsWanted): Unit | null => {
    const found = isGroup ? groups.find(id) : observations.findById(id);
    if (!found) return null;
    const rows = 'id' in found ? [found] : observations.listOfGroup(id).filter(isWanted);
    return { id, state: observationState.parse(found.state), version: found.version, rows, isGroup };
  };
  const toUnits = (ids: readonly { id: string; version?: number | undefined }[], isGroup: boolean, isWanted = all): Expected[] => {
    const missing: string[] = [];
    const units = new Map<string, Expected>();
    for (const { id, version } of ids) {
      const unit = findUnit(id, isGroup, isWanted);
      if (unit) units.set(id, { unit, version });
      else missing.push(id);
    }
    if (missing.length === 0) return [...units.values()];
    const named = missing.slice(0, mostTold);
    const what = isGroup ? 'group of observations' : 'observation';
    throw new AppError('not_found', `There is no ${what} ${named.slice(0, 3).join(', ')}. Nothing was changed.`, { missing: named });
  };
  const readTarget = (target: TriageTarget, nowMs: number): Expected[] => {
    if ('observations' in target) return toUnits(target.observations, false);
    if ('groups' in target)
      return toUnits(
        target.groups.map(({ fingerprint, version }) => ({ id: fingerprint, version })),
        true,
      );
    const isGroup = target.view === 'groups';
    const units = toUnits(
      matches.find(target.view, target.filter, nowMs).found.map(({ id }) => ({ id })),
      isGroup,
      toWanted(target.filter),
    );
    if (units.length === target.total) return units;
    const newest = units.toSorted((one, other) => changedAtOf(other.unit) - changedAtOf(one.unit)).slice(0, mostTold);
    throw new AppError('conflict', `${target.total} matched when this was asked, ${units.length} match now. Nothing was changed.`, {
      total: units.length,
      changed: newest.map(({ unit }) => toChanged(unit)),
    });
  };
  const toChanged = ({ id, state, version, isGroup }: Unit): ChangedMeanwhile => {
    const last = isGroup ? transitions.findLastOfGroup(id) : transitions.findLast(id);
    return { id, state, version, last: last && toTransition(last) };
  };

  return {
    triage: (command: TriageCommand): TriageResult => {
      const { action, reason, note, by, atMs, changeId, target } = command;
      const units = readTarget(target, atMs);
      const changed = units.filter(({ unit, version }) => version !== undefined && version !== unit.version);
      if (changed.length > 0) {
        throw new AppError('conflict', `${changed.length} of ${units.length} changed meanwhile. Nothing was changed.`, {
          changed: changed.slice(0, mostTold).map(({ unit }) => toChanged(unit)),
        });
      }
      const writes = observations.begin();
      const change = { kind: action, changeId, by, atMs, note, callIndex: null };
      const result: TriageResult = { changeId, changed: 0, unchanged: 0, refused: 0, refusals: [] };
      for (const { unit } of units) {
        let moved = 0;
        for (const row of toActedOn(unit, action)) {
          const { to } = toStep(observationState.parse(row.state), action, reason);
          if (to === null) continue;
          writes.move(toMoved(row, to, change), row, change);
          moved += 1;
        }
        const step = moved > 0 ? null : toStep(unit.state, action, reason);
        const why = step && 'refused' in step ? step.refused : null;
        if (moved > 0) result.changed += 1;
        else if (why === null) result.unchanged += 1;
        else {
          result.refused += 1;
          if (result.refusals.length < mostTold) result.refusals.push({ id: unit.id, state: unit.state, why });
        }
      }
      writes.finish();
      return result;
    },

    undo: (changeId: string, by: string, atMs: number): UndoResult => {
      const steps = transitions.listOfChange(changeId);
      if (steps.length === 0) throw new AppError('not_found', `There is no change ${changeId} to take back.`);
      const writes = observations.begin();
      const change = { kind: 'undo' as const, changeId: hashId('undo', changeId, atMs), by, atMs, note: null, callIndex: null };
      let undone = 0;
      for (const step of steps) {
        const row = isLast(step) ? observations.findById(step.observationId) : null;
        const before = row && toUndone(row, step, atMs);
        if (!row || !before) continue;
        writes.move(before, row, change);
        undone += 1;
      }
      writes.finish();
      return { undone, left: steps.length - undone };
    },

    /** A window of them; answers how many, none when all are. */
    clear: (sessionId: string | null, by: string, atMs: number, changeId: string): number => {
      const writes = observations.begin();
      const change = { kind: 'clear' as const, changeId, by, atMs, note: null, callIndex: null };
      const ids = uncleared.all({ sessionId, limit: windowRows });
      for (const { id } of ids) {
        const row = observations.findById(id);
        if (row) writes.move({ ...row, cleared: 1, changedAtMs: atMs, version: row.version + 1 }, row, change);
      }
      writes.finish();
      return ids.length;
    },
  };

  function isLast(step: StoredTransition): boolean {
    return transitions.findLast(step.observationId)?.seq === step.seq;
  }
};

/** Of a group: to acknowledge, those that are open; to resolve, those that are not resolved, or all where all are; to reopen, the rest. */
const toActedOn = ({ rows, isGroup }: Unit, action: TriageCommand['action']): StoredObservation[] => {
  if (!isGroup) return rows;
  const statusOf = (row: StoredObservation) => toStatus(observationState.parse(row.state));
  if (action === 'acknowledge') return rows.filter((row) => statusOf(row) === 'open');
  if (action === 'reopen') return rows.filter((row) => statusOf(row) !== 'open');
  const standing = rows.filter((row) => statusOf(row) !== 'resolved');
  return standing.length > 0 ? standing : rows;
};

const all: IsWanted = () => true;

/** What of a group a filter means: a session, or projects, mean only what was found there. */
const toWanted =
  ({ sessionId, projects }: ObservationFilter): IsWanted =>
  (row) =>
    (sessionId === undefined || row.sessionId === sessionId) &&
    (projects === undefined || (row.project !== null && projects.includes(row.project)));

const changedAtOf = ({ rows }: Unit): number => rows.reduce((latest, row) => Math.max(latest, row.changedAtMs), 0);

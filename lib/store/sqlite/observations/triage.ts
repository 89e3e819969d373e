import type { Database } from 'better-sqlite3';
import { AppError } from '../../../domain/errors.ts';
import { observationState } from '../../../domain/observation.ts';
import type { TriageCommand, TriageResult, TriageTarget } from '../../../domain/triage.ts';
import { toStep } from '../../../observations/lifecycle.ts';
import { toActedOn, toMoved, toUndone } from '../../../observations/triage-state.ts';
import { hashId } from '../../../session/ids.ts';
import type { Transitions } from './observation-transitions.ts';
import type { Observations } from './observations.ts';
import type { Part, TriageTargets } from './triage-targets.ts';

type TriagePart = Omit<TriageResult, 'changeId'>;
type Parts = { observations: Observations; transitions: Transitions; targets: TriageTargets };

const maxReported = 100;
const maxUndone = 10_000;
const windowRows = 2_000;

/** What people and agents do to observations. */
export const makeTriage = (db: Database, { observations, transitions, targets }: Parts) => {
  const uncleared = db.prepare<[{ sessionId: string | null; limit: number }], { id: string }>(
    `SELECT id FROM observations WHERE cleared = 0 AND state NOT IN ('open', 'regressed', 'acknowledged')
      AND (@sessionId IS NULL OR session_id = @sessionId) ORDER BY id LIMIT @limit`,
  );

  return {
    listParts: targets.listParts,

    /** Carries a command out on a part of its target. */
    triage: ({ action, reason, note, by, atMs, changeId }: TriageCommand, part: TriageTarget | Part): TriagePart => {
      const units = targets.read(part, atMs);
      targets.assertUnchanged(units);
      const writes = observations.begin();
      const change = { kind: action, changeId, by, atMs, note, callIndex: null };
      const result: TriagePart = { changed: 0, unchanged: 0, refused: 0, refusals: [] };
      for (const { unit } of units) {
        let moved = 0;
        for (const row of unit.isGroup ? toActedOn(unit.rows, action) : unit.rows) {
          const { to } = toStep(observationState.parse(row.state), action, reason, note !== null && note !== row.resolutionNote);
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
          if (result.refusals.length < maxReported) result.refusals.push({ id: unit.id, state: unit.state, why });
        }
      }
      writes.finish();
      return result;
    },

    countSteps: (changeId: string): number => {
      const steps = transitions.countOfChange(changeId);
      if (steps === 0) throw new AppError('not_found', `There is no change ${changeId} to take back.`);
      return steps;
    },

    /** Takes back the first of what nothing changed since; answers how many, none when all of it is. */
    undo: (changeId: string, by: string, atMs: number): number => {
      const writes = observations.begin();
      const change = { kind: 'undo' as const, changeId: hashId('undo', changeId, atMs), by, atMs, note: null, callIndex: null };
      const steps = transitions.listUndoable(changeId, maxUndone);
      for (const step of steps) {
        const row = observations.findHead(step.observationId);
        if (row) writes.move(toUndone(row, step.before, atMs), row, change);
      }
      writes.finish();
      return steps.length;
    },

    /** A window of them; answers how many, none when all are. */
    clear: (sessionId: string | null, by: string, atMs: number, changeId: string): number => {
      const writes = observations.begin();
      const change = { kind: 'clear' as const, changeId, by, atMs, note: null, callIndex: null };
      const ids = uncleared.all({ sessionId, limit: windowRows });
      for (const { id } of ids) {
        const row = observations.findHead(id);
        if (row) writes.move({ ...row, cleared: 1, changedAtMs: atMs, version: row.version + 1 }, row, change);
      }
      writes.finish();
      return ids.length;
    },
  };
};

/** What the parts of a command came to, together. */
export const toWhole = (changeId: string, results: readonly TriagePart[]): TriageResult => ({
  changeId: results.some(({ changed }) => changed > 0) ? changeId : null,
  changed: sum(results.map(({ changed }) => changed)),
  unchanged: sum(results.map(({ unchanged }) => unchanged)),
  refused: sum(results.map(({ refused }) => refused)),
  refusals: results.flatMap(({ refusals }) => refusals).slice(0, maxReported),
});

const sum = (numbers: readonly number[]): number => numbers.reduce((all, one) => all + one, 0);

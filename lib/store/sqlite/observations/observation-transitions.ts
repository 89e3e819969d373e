import type { Database } from 'better-sqlite3';
import * as z from 'zod';
import { observationTransitions } from '../../../../db/schema.ts';
import type { ObservationTransition, TransitionKind } from '../../../domain/observation.ts';
import type { UndoneFields } from '../../../observations/triage-state.ts';
import { toTransition, type ObservationHead, type StoredTransition } from './observation-rows.ts';
import { parseJson, toJson } from '../json.ts';
import { bindByPosition, columnsOf, insertRow } from '../statements.ts';

export type Transitions = ReturnType<typeof makeTransitions>;

/** A step in the life of an observation: by whom, when and why. */
export type Change = {
  kind: TransitionKind;
  changeId: string;
  by: string;
  atMs: number;
  note: string | null;
  callIndex: number | null;
};

/** What a step put aside, and that nothing else happened since. */
type Undoable = { observationId: string; before: UndoneFields & { state: string } };

/** What of an observation follows its state; an undo puts it back. */
const before: z.ZodType<UndoneFields> = z.object({
  acknowledgedAtMs: z.number().nullable(),
  resolvedAtMs: z.number().nullable(),
  resolvedBy: z.string().nullable(),
  resolutionNote: z.string().nullable(),
  cleared: z.number(),
  label: z.string().nullable().default(null),
  labelAtMs: z.number().nullable().default(null),
});

/** What people and agents did, and can take back. */
const undoable: ReadonlySet<TransitionKind> = new Set(['acknowledge', 'resolve', 'reopen', 'clear']);

/** The history of observations; rows are only added. */
export const makeTransitions = (db: Database) => {
  const columns = columnsOf(observationTransitions, 't');
  const insert = bindByPosition(db, insertRow(observationTransitions, ['seq']));
  const list = db.prepare<[number, number], StoredTransition>(
    `SELECT ${columns} FROM observation_transitions t WHERE seq > ? ORDER BY seq LIMIT ?`,
  );
  const last = db.prepare<[string], StoredTransition>(
    `SELECT ${columns} FROM observation_transitions t INDEXED BY observation_transitions_observation
    WHERE observation_id = ? ORDER BY seq DESC LIMIT 1`,
  );
  const lastMove = db.prepare<[string], StoredTransition>(
    `SELECT ${columns} FROM observation_transitions t INDEXED BY observation_transitions_observation
    WHERE observation_id = ? AND from_state IS NOT to_state ORDER BY seq DESC LIMIT 1`,
  );
  const step = db.prepare<[string, string, string, number]>(
    `SELECT 1 FROM observation_transitions INDEXED BY observation_transitions_observation
    WHERE observation_id = ? AND kind = ? AND change_id = ? AND seq > ?`,
  );
  const severityBefore = db
    .prepare<[number], number | null>("SELECT json_extract(before, '$.severity') FROM observation_transitions WHERE seq = ?")
    .pluck();
  const opening = db
    .prepare<[string, number], number | null>(
      `SELECT max(seq) FROM observation_transitions INDEXED BY observation_transitions_observation
      WHERE observation_id = ? AND seq < ? AND kind IN ('create', 'regress', 'return', 'reopen') AND to_state IN ('open', 'regressed')
        AND coalesce(from_state, '') NOT IN ('open', 'regressed', 'acknowledged')`,
    )
    .pluck();
  const lastOfGroup = db.prepare<[string], StoredTransition>(
    `SELECT ${columns} FROM observation_transitions t INDEXED BY observation_transitions_group
    WHERE fingerprint = ? ORDER BY seq DESC LIMIT 1`,
  );
  const countOfChange = db
    .prepare<[string], number>('SELECT count(*) FROM observation_transitions INDEXED BY observation_transitions_change WHERE change_id = ?')
    .pluck();
  const undoableOfChange = db.prepare<[string, number], { observationId: string; state: string; before: string }>(
    `SELECT observation_id AS observationId, from_state AS state, before FROM observation_transitions t INDEXED BY observation_transitions_change WHERE change_id = ?
      AND before IS NOT NULL AND from_state IS NOT NULL AND kind <> 'escalate' AND NOT EXISTS (
      SELECT 1 FROM observation_transitions later INDEXED BY observation_transitions_observation
      WHERE later.observation_id = t.observation_id AND later.seq > t.seq
    ) ORDER BY seq LIMIT ?`,
  );
  const latest = db.prepare<[], number>('SELECT coalesce(max(seq), 0) FROM observation_transitions').pluck();

  return {
    add: (row: ObservationHead, from: ObservationHead | null, change: Change): void => {
      insert({
        changeId: change.changeId,
        sessionId: row.sessionId,
        observationId: row.id,
        fingerprint: row.fingerprint,
        kind: change.kind,
        fromState: from?.state ?? null,
        toState: row.state,
        note: change.note,
        by: change.by,
        atMs: change.atMs,
        callIndex: change.callIndex,
        before:
          from && undoable.has(change.kind)
            ? toBefore(from)
            : from && change.kind === 'escalate'
              ? toJson({ severity: from.severity })
              : null,
      });
    },
    list: (afterSeq: number, limit: number): ObservationTransition[] => list.all(afterSeq, limit).map(toTransition),
    findLast: (observationId: string): StoredTransition | null => last.get(observationId) ?? null,
    /** The last one that changed its state: none that put it out of sight. */
    findLastMove: (observationId: string): StoredTransition | null => lastMove.get(observationId) ?? null,
    /** Whether a change made a step of a kind of it after another step. */
    has: (observationId: string, { kind, changeId }: Change, afterSeq: number): boolean =>
      step.get(observationId, kind, changeId, afterSeq) !== undefined,
    /** How severe it was before it became more severe; 0 critical to 4 info. */
    findSeverityBefore: (seq: number): number | null => severityBefore.get(seq) ?? null,
    /** The step by which it was opened last before another one. */
    findOpening: (observationId: string, beforeSeq: number): number | null => opening.get(observationId, beforeSeq) ?? null,
    findLastOfGroup: (fingerprint: string): StoredTransition | null => lastOfGroup.get(fingerprint) ?? null,
    countOfChange: (changeId: string): number => countOfChange.get(changeId) ?? 0,
    /** The first steps of a change that can be taken back: nothing else happened to their observations since. */
    listUndoable: (changeId: string, limit: number): Undoable[] =>
      undoableOfChange
        .all(changeId, limit)
        .map((step) => ({ observationId: step.observationId, before: { ...parseJson(before, step.before), state: step.state } })),
    latest: (): number => latest.get() ?? 0,
  };
};

/** Without a schema: this runs for each of what one request changes. */
const toBefore = ({ acknowledgedAtMs, resolvedAtMs, resolvedBy, resolutionNote, cleared, label, labelAtMs }: UndoneFields): string =>
  toJson({ acknowledgedAtMs, resolvedAtMs, resolvedBy, resolutionNote, cleared, label, labelAtMs });

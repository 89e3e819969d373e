import type { Database } from 'better-sqlite3';
import { observationTransitions } from '../../../../db/schema.ts';
import type { ObservationTransition } from '../../../domain/observation.ts';
import type { StepRow, StoredStep } from '../../../observations/plans/rows.ts';
import { toTransition } from './observation-rows.ts';
import { bindByPosition, columnsOf, insertRow } from '../statements.ts';

export type Transitions = ReturnType<typeof makeTransitions>;

/** The history of observations; rows are only added. */
export const makeTransitions = (db: Database) => {
  const columns = columnsOf(observationTransitions, 't');
  const insert = bindByPosition(db, insertRow(observationTransitions, ['seq']));
  const list = db.prepare<[number, number], StoredStep>(
    `SELECT ${columns} FROM observation_transitions t WHERE seq > ? ORDER BY seq LIMIT ?`,
  );
  const ofObservation = db.prepare<[string], StoredStep>(
    `SELECT ${columns} FROM observation_transitions t INDEXED BY observation_transitions_observation WHERE observation_id = ? ORDER BY seq`,
  );
  const lastOf = (index: string, column: string) =>
    db.prepare<[string], StoredStep>(
      `SELECT ${columns} FROM observation_transitions t INDEXED BY ${index} WHERE ${column} = ? ORDER BY seq DESC LIMIT 1`,
    );
  const lastOfObservation = lastOf('observation_transitions_observation', 'observation_id');
  const lastOfGroup = lastOf('observation_transitions_group', 'fingerprint');
  const ofChange = db.prepare<[string, number, number], StoredStep & { isLast: number }>(
    `SELECT ${columns}, NOT EXISTS (
      SELECT 1 FROM observation_transitions later INDEXED BY observation_transitions_observation
      WHERE later.observation_id = t.observation_id AND later.seq > t.seq
    ) AS isLast
    FROM observation_transitions t INDEXED BY observation_transitions_change WHERE change_id = ? AND seq > ? ORDER BY seq LIMIT ?`,
  );
  const latest = db.prepare<[], number>('SELECT coalesce(max(seq), 0) FROM observation_transitions').pluck();

  return {
    add: (step: StepRow): void => {
      insert(step);
    },
    list: (afterSeq: number, limit: number): StoredStep[] => list.all(afterSeq, limit),
    /** Ascending. */
    listOf: (observationId: string): StoredStep[] => ofObservation.all(observationId),
    /** Last transition of an observation, or of a group. */
    findLast: (id: string, isGroup: boolean): ObservationTransition | null => {
      const row = (isGroup ? lastOfGroup : lastOfObservation).get(id);
      return row ? toTransition(row) : null;
    },
    /** Ascending. `isLast`: nothing happened to the observation since. */
    listOfChange: (changeId: string, afterSeq: number, limit: number): { step: StoredStep; isLast: boolean }[] =>
      ofChange.all(changeId, afterSeq, limit).map(({ isLast, ...step }) => ({ step, isLast: isLast === 1 })),
    latest: (): number => latest.get() ?? 0,
  };
};

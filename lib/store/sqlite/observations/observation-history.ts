import type { Database } from 'better-sqlite3';
import { observationState, transitionKind } from '../../../domain/observation.ts';
import type { HistoryEntry } from '../../../domain/triage.ts';
import type { HistoryOf } from '../../observation-store.ts';
import type { StoredTransition } from './observation-rows.ts';
import { parseStored } from '../json.ts';

type Entry = Omit<StoredTransition, 'fingerprint' | 'before'> & { observations: number };

/** History of observations and of their groups. */
export const makeObservationHistory = (db: Database) => {
  // The bare columns are those of the row with the greatest seq.
  const entries = (which: string) =>
    db.prepare<[{ of: string; limit: number }], Entry>(
      `SELECT max(seq) AS seq, change_id AS changeId, session_id AS sessionId, observation_id AS observationId, kind,
        from_state AS fromState, to_state AS toState, note, by, at_ms AS atMs, call_index AS callIndex, other_id AS otherId, count(*) AS observations
      FROM observation_transitions WHERE ${which} GROUP BY change_id, kind ORDER BY 1 DESC LIMIT @limit`,
    );
  const ofObservation = entries('observation_id = @of');
  const ofGroup = entries(
    `fingerprint = @of AND (kind <> 'create' OR seq = (
      SELECT min(seq) FROM observation_transitions WHERE fingerprint = @of AND kind = 'create'
    ))`,
  );
  return {
    list: (of: HistoryOf, limit: number): HistoryEntry[] =>
      ('observationId' in of ? ofObservation.all({ of: of.observationId, limit }) : ofGroup.all({ of: of.fingerprint, limit })).map(
        toEntry,
      ),
  };
};

const toEntry = ({ fromState, toState, kind, sessionId, ...entry }: Entry): HistoryEntry => ({
  ...entry,
  sessionId: sessionId === '' ? null : sessionId,
  kind: parseStored(transitionKind, kind),
  from: parseStored(observationState.nullable(), fromState),
  to: parseStored(observationState, toState),
});

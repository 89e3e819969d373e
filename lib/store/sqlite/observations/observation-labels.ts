import type { Database } from 'better-sqlite3';
import type { GroupLabel } from '../../../domain/precision.ts';
import type { StoredObservation } from './observation-rows.ts';

/**
 * Labels that people and agents gave to groups, right or wrong: the newest label of any of a group's observations, ascending by
 * fingerprint.
 */
export const makeObservationLabels = (db: Database) => {
  const newest = db.prepare<[], Pick<StoredObservation, 'fingerprint' | 'observer' | 'label' | 'synthetic'>>(
    `SELECT fingerprint, observer, label, synthetic FROM (
      SELECT *, row_number() OVER (PARTITION BY fingerprint ORDER BY label_at_ms DESC, id DESC) AS place
      FROM observations INDEXED BY observations_labeled WHERE label IS NOT NULL
    ) WHERE place = 1 ORDER BY fingerprint`,
  );
  return (): GroupLabel[] =>
    newest.all().map(({ fingerprint, observer, label, synthetic }) => ({
      fingerprint,
      observer,
      label: label === 'fixed' ? 'fixed' : 'false_positive',
      synthetic: synthetic === 1,
    }));
};

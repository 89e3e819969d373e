import type { ListRow } from './list-rows.ts';

/** A row for tests. */
export const makeRow = (key: string, more: Partial<ListRow> = {}): ListRow => ({
  key,
  fingerprint: key,
  severity: 'high',
  state: 'open',
  title: `Thing ${key}`,
  observerName: 'Stall Detector',
  category: 'repetition',
  places: ['ledger'],
  seen: 3,
  sessions: 2,
  days: [0, 1],
  firstSeenAtMs: 1_000,
  lastSeenAtMs: 2_000,
  changedAtMs: 2_000,
  version: 1,
  synthetic: false,
  ...more,
});

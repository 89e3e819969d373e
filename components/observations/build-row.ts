import type { ObservationGroup } from '@/lib/domain/observation.ts';
import type { ListRow } from './list-rows.ts';

/** A row for tests. */
export const buildRow = (key: string, more: Partial<ListRow> = {}): ListRow => ({
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
  isNoLongerFound: false,
  ...more,
});

/** A group for tests. */
export const buildGroup = (key: string, more: Partial<ObservationGroup> = {}): ObservationGroup => {
  const {
    title,
    severity,
    state,
    observerName,
    category,
    seen,
    firstSeenAtMs,
    lastSeenAtMs,
    changedAtMs,
    version,
    synthetic,
    isNoLongerFound,
  } = buildRow(key);
  return {
    ...{
      fingerprint: key,
      title,
      severity,
      state,
      observerName,
      category,
      seen,
      firstSeenAtMs,
      lastSeenAtMs,
      changedAtMs,
      version,
      synthetic,
      isNoLongerFound,
    },
    observer: 'stall',
    content: '',
    byStatus: { open: 1, acknowledged: 0, resolved: 0 },
    observations: 1,
    sessions: 1,
    projects: ['ledger'],
    days: [0, 1],
    waste: null,
    ...more,
  };
};

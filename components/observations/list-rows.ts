import type { Observation, ObservationGroup, ObservationSeverity, ObservationState } from '@/lib/domain/observation.ts';

/** What one row of the list shows: a group, or one observation. */
export type ListRow = {
  /** Fingerprint of a group, id of an observation. */
  key: string;
  fingerprint: string;
  severity: ObservationSeverity;
  state: ObservationState;
  title: string;
  observerName: string;
  category: string | null;
  /** Projects of a group; session of an observation. */
  places: readonly string[];
  seen: number;
  /** Null for one observation: it is in one session. */
  sessions: number | null;
  days: readonly number[] | null;
  firstSeenAtMs: number;
  lastSeenAtMs: number;
  changedAtMs: number;
  version: number;
  synthetic: boolean;
};

export const toGroupRow = (group: ObservationGroup): ListRow => ({
  key: group.fingerprint,
  fingerprint: group.fingerprint,
  severity: group.severity,
  state: group.state,
  title: group.title,
  observerName: group.observerName,
  category: group.category,
  places: group.projects,
  seen: group.seen,
  sessions: group.sessions,
  days: group.days,
  firstSeenAtMs: group.firstSeenAtMs,
  lastSeenAtMs: group.lastSeenAtMs,
  changedAtMs: group.changedAtMs,
  version: group.version,
  synthetic: group.synthetic,
});

export const toSingleRow = (observation: Observation): ListRow => ({
  key: observation.id,
  fingerprint: observation.fingerprint,
  severity: observation.severity,
  state: observation.state,
  title: observation.title,
  observerName: observation.observerName,
  category: observation.category,
  places: [observation.project, observation.sessionTitle ?? observation.sessionId].filter((place) => place !== null),
  seen: observation.seen,
  sessions: null,
  days: null,
  firstSeenAtMs: observation.firstSeenAtMs,
  lastSeenAtMs: observation.lastSeenAtMs,
  changedAtMs: observation.changedAtMs,
  version: observation.version,
  synthetic: observation.synthetic,
});

export type ListItem =
  | { kind: 'head'; key: string; severity: ObservationSeverity; folded: boolean }
  | { kind: 'row'; key: string; row: ListRow; /** Place among all rows that match. */ at: number };

/** Rows under the heads of their severities, where they are sorted by them; those of a folded one are left out. */
export const toListItems = (rows: readonly ListRow[], folded: ReadonlySet<ObservationSeverity> | null): ListItem[] => {
  const items: ListItem[] = [];
  let severity: ObservationSeverity | null = null;
  for (const [at, row] of rows.entries()) {
    if (folded !== null && row.severity !== severity) {
      severity = row.severity;
      items.push({ kind: 'head', key: `head-${severity}`, severity, folded: folded.has(severity) });
    }
    if (folded?.has(row.severity) !== true) items.push({ kind: 'row', key: row.key, row, at });
  }
  return items;
};

/** The row `by` places after another; at an end the last one there. From nowhere, the first. */
export const findStep = (rows: readonly ListRow[], from: string | null, by: number): ListRow | null => {
  const at = rows.findIndex(({ key }) => key === from);
  if (at < 0) return rows[0] ?? null;
  return rows[Math.max(0, Math.min(rows.length - 1, at + by))] ?? null;
};

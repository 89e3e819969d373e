import {
  observationSeverity,
  type Observation,
  type ObservationGroup,
  type ObservationSeverity,
  type ObservationState,
} from '@/lib/domain/observation.ts';
import { printSessionTitle } from '@/lib/print/session-title.ts';

/** The session of an observation; null where it has none. */
export const findSessionName = ({ sessionId, sessionTitle }: Pick<Observation, 'sessionId' | 'sessionTitle'>): string | null =>
  sessionId === null ? null : printSessionTitle({ title: sessionTitle, id: sessionId });

/** One row of the list: a group, or one observation. */
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
  sessions: Pick<ObservationGroup, 'sessions' | 'subagents'> | null;
  days: readonly number[] | null;
  firstSeenAtMs: number | null;
  lastSeenAtMs: number | null;
  changedAtMs: number;
  version: number;
  synthetic: boolean;
  isNoLongerFound: boolean;
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
  sessions: { sessions: group.sessions, subagents: group.subagents },
  days: group.days,
  firstSeenAtMs: group.firstSeenAtMs,
  lastSeenAtMs: group.lastSeenAtMs,
  changedAtMs: group.changedAtMs,
  version: group.version,
  synthetic: group.synthetic,
  isNoLongerFound: group.isNoLongerFound,
});

export const toSingleRow = (observation: Observation): ListRow => ({
  key: observation.id,
  fingerprint: observation.fingerprint,
  severity: observation.severity,
  state: observation.state,
  title: observation.title,
  observerName: observation.observerName,
  category: observation.category,
  places: [observation.project, findSessionName(observation)].filter((place) => place !== null),
  seen: observation.seen,
  sessions: null,
  days: null,
  firstSeenAtMs: observation.firstSeenAtMs,
  lastSeenAtMs: observation.lastSeenAtMs,
  changedAtMs: observation.changedAtMs,
  version: observation.version,
  synthetic: observation.synthetic,
  isNoLongerFound: observation.isNoLongerFound,
});

export type ListItem =
  { kind: 'head'; key: string; severity: ObservationSeverity; collapsed: boolean } | { kind: 'row'; key: string; row: ListRow };

/** Severity heads of the list: which are collapsed, which have rows, and their order. */
export type Heads = {
  collapsed: ReadonlySet<ObservationSeverity>;
  /** Those that were expanded and whose rows are not there yet: the head that was used stays meanwhile. */
  awaited: ReadonlySet<ObservationSeverity>;
  /** Severities of which something matches, worst first. */
  present: readonly ObservationSeverity[];
  descending: boolean;
};

/** Rows under the heads of their severities, where they are sorted by them; a collapsed one keeps its head alone. Null: no heads. */
export const toListItems = (rows: readonly ListRow[], heads: Heads | null): ListItem[] => {
  if (heads === null) return rows.map((row) => ({ kind: 'row', key: row.key, row }));
  const worstFirst = observationSeverity.options;
  return (heads.descending ? worstFirst : worstFirst.toReversed()).flatMap((severity): ListItem[] => {
    const collapsed = heads.collapsed.has(severity);
    const under = collapsed ? [] : rows.filter((row) => row.severity === severity);
    const isAlone = collapsed || heads.awaited.has(severity);
    if (under.length === 0 && !(isAlone && heads.present.includes(severity))) return [];
    return [
      { kind: 'head', key: `head-${severity}`, severity, collapsed },
      ...under.map((row) => ({ kind: 'row', key: row.key, row }) as const),
    ];
  });
};

/** How many heads precede the first item if earlier rows are not loaded. */
export const countHeadsBefore = (items: readonly ListItem[], heads: Heads | null): number => {
  const first = items.find((item) => item.kind === 'row');
  if (heads === null || !first) return 0;
  const open = heads.present.filter((severity) => !heads.collapsed.has(severity));
  const at = open.indexOf(first.row.severity);
  return at < 0 ? 0 : heads.descending ? at : open.length - 1 - at;
};

/** The row `by` places after another; at an end the last one there. From nowhere, the first. */
export const findStep = (rows: readonly ListRow[], from: string | null, by: number): ListRow | null => {
  const at = rows.findIndex(({ key }) => key === from);
  if (at < 0) return rows[0] ?? null;
  return rows[Math.max(0, Math.min(rows.length - 1, at + by))] ?? null;
};

const toKeys = (rows: readonly ListRow[]): ReadonlySet<string> => new Set(rows.map(({ key }) => key));

/**
 * Row that takes the place of one that left the list: the first remaining row below it, else the nearest above, else the first of
 * the list. Null: no row is left.
 */
export const findSuccessor = (stood: readonly ListRow[], key: string, now: readonly ListRow[]): ListRow | null => {
  const there = new Map(now.map((row) => [row.key, row]));
  const at = stood.findIndex((row) => row.key === key);
  const below = at < 0 ? undefined : stood.slice(at + 1).find((row) => there.has(row.key));
  const above = at < 0 ? undefined : stood.slice(0, at).findLast((row) => there.has(row.key));
  return there.get((below ?? above)?.key ?? '') ?? now[0] ?? null;
};

/** Whether one that stood in a list left it from between others. At its ends it may as well be in a page that is not kept. */
export const leftWithin = (stood: readonly ListRow[], key: string, now: readonly ListRow[]): boolean => {
  const there = toKeys(now);
  const at = stood.findIndex((row) => row.key === key);
  if (at < 0 || there.has(key)) return false;
  return stood.slice(0, at).some((row) => there.has(row.key)) && stood.slice(at + 1).some((row) => there.has(row.key));
};

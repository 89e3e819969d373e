import type { ObservationFilter, ObservationView } from '../../../domain/observation.ts';
import { toJson } from '../json.ts';
import { toSeverityRank } from './observation-rows.ts';

/** A WHERE clause over the listed columns of a view, and what is bound to its names. */
export type Conditions = { sql: string; bound: Readonly<Record<string, string | number>> };

/** How each view is stored. `listed` covers all that lists filter, count and sort by; `text` covers the searched text. */
export const listedTables = {
  single: {
    table: 'observations',
    listed: 'observations_listed',
    text: 'observations_text',
    id: 'id',
    projects: 'json_array(project)',
    projectColumn: 'project',
    createdAtMs: 'created_at_ms',
    sessions: "session_id <> ''",
  },
  groups: {
    table: 'observation_groups',
    listed: 'observation_groups_listed',
    text: 'observation_groups_text',
    id: 'fingerprint',
    projects: 'projects',
    projectColumn: 'projects',
    createdAtMs: 'first_seen_ms',
    sessions: 'sessions',
  },
} as const satisfies Record<ObservationView, Readonly<Record<string, string>>>;

const dayMs = 86_400_000;
const minuteMs = 60_000;

/** The earliest time of a `seenWithinDays` filter, to the minute, so that pages of one list agree; null without one. */
export const toSinceMs = ({ seenWithinDays }: ObservationFilter, nowMs: number): number | null =>
  seenWithinDays === undefined ? null : Math.floor(nowMs / minuteMs) * minuteMs - seenWithinDays * dayMs;

/** The text that a filter searches for, as stored texts are written; '' for none. */
export const toSearchWords = ({ q }: ObservationFilter): string => q?.trim().toLowerCase() ?? '';

const isIn = (column: string, name: string): string => `${column} IN (SELECT value FROM json_each(@${name}))`;

const viewConditions = {
  single: {
    projects: isIn('project', 'projects'),
    sessionId: 'rowid IN (SELECT rowid FROM observations INDEXED BY observations_fingerprint WHERE session_id = @sessionId)',
    fingerprint: 'rowid IN (SELECT rowid FROM observations INDEXED BY observations_group WHERE fingerprint = @fingerprint)',
  },
  groups: {
    projects: `fingerprint IN (SELECT fingerprint FROM observations INDEXED BY observations_listed WHERE ${isIn('project', 'projects')})`,
    sessionId: 'fingerprint IN (SELECT fingerprint FROM observations INDEXED BY observations_fingerprint WHERE session_id = @sessionId)',
    fingerprint: 'fingerprint = @fingerprint',
  },
} as const;

/** The conditions of a filter. Those of `q` are about `temp.text_matches`, which `makeTextMatcher` fills. */
export const toConditions = (view: ObservationView, filter: ObservationFilter, nowMs: number): Conditions => {
  const { withCleared, states, severities, observers, projects, sessionId, fingerprint } = filter;
  const sinceMs = toSinceMs(filter, nowMs);
  const ofView = viewConditions[view];
  const sql: string[] = [];
  const bound: Record<string, string | number> = {};
  const add = (condition: string, values: Readonly<Record<string, string | number>> = {}): void => {
    sql.push(condition);
    Object.assign(bound, values);
  };
  if (withCleared !== true) add('cleared = 0');
  if (severities) add(isIn('severity', 'severities'), { severities: toJson(severities.map(toSeverityRank)) });
  if (states) add(isIn('state', 'states'), { states: toJson(states) });
  if (observers) add(`(${isIn('observer', 'observers')} OR ${isIn('observer_name', 'observers')})`, { observers: toJson(observers) });
  if (projects) add(ofView.projects, { projects: toJson(projects) });
  if (sinceMs !== null) add('timed = 1 AND last_seen_ms >= @sinceMs', { sinceMs });
  if (sessionId !== undefined) add(ofView.sessionId, { sessionId });
  if (fingerprint !== undefined) add(ofView.fingerprint, { fingerprint });
  if (toSearchWords(filter) !== '') add('rowid IN temp.text_matches');
  return { sql: sql.length === 0 ? '1' : sql.join(' AND '), bound };
};

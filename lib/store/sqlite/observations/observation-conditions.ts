import { dayMs } from '../../../domain/instant.ts';
import type { ObservationFilter, ObservationView } from '../../../domain/observation.ts';
import { toJson } from '../json.ts';
import { toSeverityRank } from '../../../observations/severity.ts';

/** A WHERE clause over the listed columns of a view, and what is bound to its names. */
export type Conditions = { sql: string; bound: Readonly<Record<string, string | number>> };

/** How each view is stored. `listed` covers all that lists filter, count and sort by; `texts` is scanned for words. */
export const listedTables = {
  single: {
    table: 'observations',
    listed: 'observations_listed',
    texts: 'observations INDEXED BY observations_text',
    id: 'id',
    projects: 'json_array(project)',
    projectColumn: 'project',
    createdAtMs: 'created_at_ms',
    sessions: "session_id <> ''",
  },
  groups: {
    table: 'observation_groups',
    listed: 'observation_groups_listed',
    texts: 'observation_groups NOT INDEXED',
    id: 'fingerprint',
    projects: 'projects',
    projectColumn: 'projects',
    createdAtMs: 'first_seen_ms',
    sessions: 'sessions',
  },
} as const satisfies Record<ObservationView, Readonly<Record<string, string>>>;

const minuteMs = 60_000;

/** The earliest time of a `seenWithinDays` filter, to the minute, so that pages of one list agree; null without one. */
export const toSinceMs = ({ seenWithinDays }: ObservationFilter, nowMs: number): number | null =>
  seenWithinDays === undefined ? null : Math.floor(nowMs / minuteMs) * minuteMs - seenWithinDays * dayMs;

/** The text that a filter searches for, as stored texts are written; '' for none. */
export const toSearchWords = ({ q }: ObservationFilter): string => q?.trim().toLowerCase() ?? '';

const isIn = (column: string, name: string): string => `${column} IN (SELECT value FROM json_each(@${name}))`;

/**
 * Observations found at calls after which the agent was sent feedback of the same observer: an assessment lists all that the observer
 * finds. Few assessments are sent, and an index holds those.
 */
const sentFrom = `assessments a INDEXED BY assessments_sent
  CROSS JOIN observation_sightings s ON s.session_id = a.session_id AND a.call_index BETWEEN s.call_index AND s.last_call_index
  CROSS JOIN observations o ON o.session_id = s.session_id AND o.id = s.observation_id AND o.observer = a.observer
  WHERE a.sent_at_ms IS NOT NULL`;
export const wasSent = {
  single: `rowid IN (SELECT o.rowid FROM ${sentFrom})`,
  groups: `fingerprint IN (SELECT o.fingerprint FROM ${sentFrom})`,
} as const satisfies Record<ObservationView, string>;

const viewConditions = {
  single: {
    sessionId: 'rowid IN (SELECT rowid FROM observations INDEXED BY observations_fingerprint WHERE session_id = @sessionId)',
    fingerprint: 'rowid IN (SELECT rowid FROM observations INDEXED BY observations_group WHERE fingerprint = @fingerprint)',
  },
  groups: {
    sessionId: 'fingerprint IN (SELECT fingerprint FROM observations INDEXED BY observations_fingerprint WHERE session_id = @sessionId)',
    fingerprint: 'fingerprint = @fingerprint',
  },
} as const;

/** Whether a JSON list of names holds one of some: a look at its text first, since few do. */
const holdsOneOf = (column: string, count: number): string => {
  const holds = Array.from(
    { length: count },
    (_, at) => `(instr(${column}, @quoted${at}) AND EXISTS (SELECT 1 FROM json_each(${column}) WHERE value = @project${at}))`,
  );
  return holds.length === 0 ? '0' : `(${holds.join(' OR ')})`;
};

/** The conditions of a filter, but for its text. */
export const toConditions = (view: ObservationView, filter: ObservationFilter, nowMs: number): Conditions => {
  const { withCleared, states, severities, observers, projects, sessionId, fingerprint, sent } = filter;
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
  if (projects && view === 'single') add(isIn('project', 'projects'), { projects: toJson(projects) });
  if (projects && view === 'groups') {
    add(holdsOneOf('projects', projects.length));
    for (const [at, project] of projects.entries()) Object.assign(bound, { [`quoted${at}`]: toJson(project), [`project${at}`]: project });
  }
  if (sinceMs !== null) add('timed = 1 AND last_seen_ms >= @sinceMs', { sinceMs });
  if (sessionId !== undefined) add(ofView.sessionId, { sessionId });
  if (sent !== undefined) add(`${sent ? '' : 'NOT '}${wasSent[view]}`);
  if (fingerprint !== undefined) add(ofView.fingerprint, { fingerprint });
  return { sql: sql.length === 0 ? '1' : sql.join(' AND '), bound };
};

import type { Database } from 'better-sqlite3';
import type { SummaryFilter } from '../../summary-store.ts';
import { projectsNamed } from '../sessions/projects.ts';

/** Summaries `x`, their sessions `s`, and what is known of their turns, `m`. */
export const summariesFrom = `summaries x JOIN sessions s ON s.id = x.session_id
  LEFT JOIN turn_metrics m ON m.session_id = x.session_id AND m.turn_idx = x.turn_idx`;

const conditions: Record<keyof SummaryFilter, string> = {
  sessionId: 'x.session_id = @sessionId',
  messageId: 'x.message_id = @messageId',
  turnIdx: 'x.turn_idx = @turnIdx',
  project: `s.project IN ${projectsNamed('json_array(@project)')}`,
  model: 'm.model = @model',
  confidence: 'x.confidence = @confidence',
  method: 'x.method = @method',
  text: 'holds(x.texts, @text)',
};

/** Conditions of a filter on `summariesFrom`. */
export const toSummaryWhere = (db: Database, filter: SummaryFilter): { where: string; values: Record<string, unknown> } => {
  const names = Object.keys(conditions) as (keyof SummaryFilter)[];
  const given = names.filter((name) => filter[name] !== undefined);
  const parts = given.map((name) => conditions[name]);
  const hasOwn = filter.sessionId === undefined && db.prepare('SELECT 1 FROM sessions WHERE synthetic = 0 LIMIT 1').get() !== undefined;
  if (hasOwn) parts.push('s.synthetic = 0');
  const values = { ...Object.fromEntries(given.map((name) => [name, filter[name]])), text: filter.text?.toLowerCase() };
  return { where: parts.length === 0 ? '1' : parts.join(' AND '), values };
};

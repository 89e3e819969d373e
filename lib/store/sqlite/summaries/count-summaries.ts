import type { Database } from 'better-sqlite3';
import type { ConfidenceLevel } from '../../../domain/summary.ts';
import type { SummaryFilter, SummaryGroup, SummaryGroupBy } from '../../summary-store.ts';
import { summariesFrom, toSummaryWhere } from './summary-where.ts';
import { validJson } from '../json.ts';
import { sumOfCounts } from '../sums.ts';

const groups: Record<SummaryGroupBy, string> = {
  project: 's.project',
  model: 'm.model',
  day: "CASE WHEN x.listed_ms > 0 THEN date(x.listed_ms / 1000, 'unixepoch') END",
};

type Count = { name: string | null; confidence: ConfidenceLevel; summaries: number; steps: number };

/** Summaries by group and confidence, and the tools of each group. */
export const listCounted = (db: Database, filter: SummaryFilter, by: SummaryGroupBy | null): SummaryGroup[] => {
  const { where, values } = toSummaryWhere(db, filter);
  const group = by === null ? 'NULL' : groups[by];
  const counts = db
    .prepare<[typeof values], Count>(
      `SELECT ${group} AS name, x.confidence, count(*) AS summaries, ${sumOfCounts('x.tool_calls')} AS steps
      FROM ${summariesFrom} WHERE ${where} GROUP BY 1, 2 ORDER BY 1, 2`,
    )
    .all(values);
  const tools = db
    .prepare<[typeof values], { name: string | null; tool: string }>(
      `SELECT DISTINCT ${group} AS name, j.value AS tool FROM ${summariesFrom}, json_each(${validJson('x.tools', '[]')}) j WHERE j.type = 'text' AND ${where} ORDER BY 1, 2`,
    )
    .all(values);
  return [...new Set(counts.map(({ name }) => name))].map((name) => ({
    group: name,
    counts: counts.filter((one) => one.name === name).map(({ name: _, ...count }) => count),
    tools: tools.filter((one) => one.name === name).map(({ tool }) => tool),
  }));
};

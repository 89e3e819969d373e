import type { Database } from 'better-sqlite3';
import type { SummaryCost } from '../../../domain/summary-cost.ts';
import type { SummaryFilter } from '../../summary-store.ts';
import { validJson } from '../json.ts';
import { sumOfCosts, sumOfCounts, toKnown } from '../sums.ts';
import { summariesFrom, toSummaryWhere } from './summary-where.ts';

const body = validJson('x.body', 'null');

/**
 * Cost of models by day and model: all that was spent on each summary or, where that was not kept, the costs that its last two versions
 * name.
 */
export const listCosts = (db: Database, filter: SummaryFilter): SummaryCost[] => {
  const { where, values } = toSummaryWhere(db, filter);
  return db
    .prepare<[typeof values], SummaryCost>(
      `SELECT substr(body ->> '$.created_at', 1, 10) AS day, body ->> '$.model.model' AS model, count(DISTINCT number) AS turns,
        count(DISTINCT CASE WHEN body ->> '$.method' = 'fallback' THEN number END) AS failed, ${sumOfCounts("body ->> '$.model.calls'")} AS calls,
        ${sumOfCounts("body ->> '$.model.input_tokens'")} AS input_tokens, ${sumOfCounts("body ->> '$.model.output_tokens'")} AS output_tokens,
        ${sumOfCosts("body ->> '$.model.cost_usd'")} AS cost_usd,
        count(DISTINCT CASE WHEN ${toKnown('usd', "body ->> '$.model.cost_usd'")} IS NULL THEN number END) AS unpriced
      FROM (
        SELECT x.number, j.value AS body FROM ${summariesFrom}, json_each(${body}, '$.spent') j WHERE j.type = 'object' AND ${where}
        UNION ALL SELECT x.number, j.value FROM ${summariesFrom}, json_each(json_array(json(${body}), json(${validJson('x.previous', 'null')}))) j
          WHERE j.type = 'object' AND ${body} -> '$.spent' IS NULL AND ${where}
      ) WHERE body ->> '$.model.calls' > 0 GROUP BY day, model ORDER BY day DESC, model`,
    )
    .all(values);
};

import type { Database } from 'better-sqlite3';
import type { SummaryCost } from '../../../domain/summary-cost.ts';
import type { SummaryFilter } from '../../summary-store.ts';
import { summariesFrom, toSummaryWhere } from './summary-where.ts';

/** What models cost by day and model: of each summary, and of the one before it. */
export const listCosts = (db: Database, filter: SummaryFilter): SummaryCost[] => {
  const { where, values } = toSummaryWhere(db, filter);
  return db
    .prepare<[typeof values], SummaryCost>(
      `SELECT substr(body ->> '$.created_at', 1, 10) AS day, body ->> '$.model.model' AS model, count(*) AS turns,
        sum(body ->> '$.method' = 'fallback') AS failed, sum(body ->> '$.model.calls') AS calls,
        sum(body ->> '$.model.input_tokens') AS input_tokens, sum(body ->> '$.model.output_tokens') AS output_tokens,
        sum(body ->> '$.model.cost_usd') AS cost_usd,
        sum(body ->> '$.model.cost_usd' IS NULL AND body ->> '$.model.calls' > 0) AS unpriced
      FROM (
        SELECT x.body FROM ${summariesFrom} WHERE x.method <> 'extractive' AND ${where}
        UNION ALL SELECT x.previous FROM ${summariesFrom} WHERE x.previous IS NOT NULL AND ${where}
      ) WHERE model IS NOT NULL GROUP BY day, model ORDER BY day DESC, model`,
    )
    .all(values);
};

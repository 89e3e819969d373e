import type { Database } from 'better-sqlite3';
import * as z from 'zod';
import { retrievals } from '../../../../db/schema.ts';
import { outcome } from '../../../domain/outcome.ts';
import { recordKind } from '../../../domain/record.ts';
import { turnEnd, type Retrieval } from '../../../domain/retrieval.ts';
import type { Continuation, FoundPage, SearchStore } from '../../search-store.ts';
import type { Changes } from '../changes.ts';
import { parseCursor, toCursor } from '../cursor.ts';
import type { Outcomes } from '../metrics/outcomes.ts';
import { parseJson, toJson } from '../json.ts';
import { upsert } from '../statements.ts';
import type { Transactions } from '../transactions.ts';

const givenExamples = z.array(z.object({ sessionId: z.string(), recordId: z.string(), score: z.number(), end: turnEnd }));
const source = z.enum(['hook', 'api', 'mcp', 'cli']);
const cursorName = 'retrievals';

type StoredStep = { recordId: string; kind: string; tool: string | null; outcome: string | null; text: string };
/** A call and its result. */
const closingSteps = 2;

type StoredRetrieval = typeof retrievals.$inferSelect & { recordId: string | null };

const toStep = (step: StoredStep) => ({
  ...step,
  kind: recordKind.parse(step.kind),
  outcome: outcome.nullable().parse(step.outcome),
});

/** What followed prompts, and what was given to agents for their turns. */
export const makeRetrievals = (
  db: Database,
  { reading, writing }: Pick<Transactions, 'reading' | 'writing'>,
  { changes, outcomes }: { changes: Changes; outcomes: Outcomes },
): Pick<SearchStore, 'readContinuation' | 'putRetrieval' | 'listRetrievals'> => {
  const turnOf = db.prepare<[string, number], number | null>('SELECT turn_idx FROM records WHERE session_id = ? AND seq = ?').pluck();
  const nextPrompt = db
    .prepare<[string, number], number | null>("SELECT min(seq) FROM records WHERE session_id = ? AND seq > ? AND kind = 'prompt'")
    .pluck();
  const toSteps = (order: 'ASC' | 'DESC') =>
    db.prepare<[string, number, number, number], StoredStep>(
      `SELECT r.id AS recordId, CASE WHEN r.kind = 'tool_call' AND r.text <> '' THEN 'tool_result' ELSE r.kind END AS kind, c.name AS tool,
      c.outcome, CASE WHEN r.text = '' AND r.kind = 'tool_call' THEN coalesce(c.params, '') ELSE r.text END AS text
    FROM records r INDEXED BY records_seq
    LEFT JOIN tool_results t ON r.kind = 'tool_result' AND t.session_id = r.session_id AND t.record_id = r.id
    LEFT JOIN tool_calls c ON c.session_id = r.session_id AND c.id = CASE r.kind WHEN 'tool_call' THEN r.id ELSE t.call_id END
    WHERE r.session_id = ? AND r.seq > ? AND r.seq < ? AND r.kind IN ('tool_call', 'tool_result') ORDER BY r.seq ${order} LIMIT ?`,
    );
  const [firstSteps, lastSteps] = [toSteps('ASC'), toSteps('DESC')];
  const countSteps = db
    .prepare<[string, number, number], number>(
      `SELECT count(*) FROM records INDEXED BY records_seq WHERE session_id = ? AND seq > ? AND seq < ? AND kind IN ('tool_call', 'tool_result')`,
    )
    .pluck();
  const lastWork = db.prepare<[string, number, number], { recordId: string; kind: string; text: string }>(
    `SELECT id AS recordId, kind, text FROM records INDEXED BY records_seq WHERE session_id = ? AND seq > ? AND seq < ?
    AND kind IN ('response', 'tool_call', 'tool_result') ORDER BY seq DESC LIMIT 1`,
  );
  const lastOutcome = db
    .prepare<[string, number, number], string>(
      `SELECT outcome FROM tool_calls INDEXED BY tool_calls_index WHERE session_id = ? AND seq > ? AND seq < ? ORDER BY call_index DESC LIMIT 1`,
    )
    .pluck();
  const put = db.prepare(upsert(retrievals, ['sessionId', 'turnIdx']));
  const list = db.prepare<[number, number, string, number], StoredRetrieval>(
    `SELECT g.session_id AS sessionId, g.turn_idx AS turnIdx, t.prompt_id AS recordId, g.prompt, g.source, g.examples,
      g.section_chars AS sectionChars, g.withheld, g.at_ms AS atMs
    FROM retrievals g LEFT JOIN turns t ON t.session_id = g.session_id AND t.turn_idx = g.turn_idx
    WHERE g.at_ms < ? OR (g.at_ms = ? AND g.session_id || ' ' || g.turn_idx < ?)
    ORDER BY g.at_ms DESC, g.session_id || ' ' || g.turn_idx DESC LIMIT ?`,
  );
  const countAll = db.prepare<[], number>('SELECT count(*) FROM retrievals').pluck();

  const readContinuation = (sessionId: string, promptSeq: number, limit: number): Continuation => {
    const span = [sessionId, promptSeq, nextPrompt.get(sessionId, promptSeq) ?? Number.MAX_SAFE_INTEGER] as const;
    const further = Math.max(0, (countSteps.get(...span) ?? 0) - limit);
    const last = lastSteps.all(...span, Math.min(further, closingSteps)).reverse();
    const work = lastWork.get(...span);
    const isAnswered = work?.kind === 'response';
    return {
      turnIdx: turnOf.get(sessionId, promptSeq) ?? null,
      steps: firstSteps.all(...span, limit).map(toStep),
      between: further - last.length,
      closing: [...last, ...(isAnswered ? [{ ...work, tool: null, outcome: null }] : [])].map(toStep),
      lastOutcome: outcome.nullable().parse(lastOutcome.get(...span) ?? null),
      isAnswered,
    };
  };
  const listRetrievals = ({ cursor, limit }: { cursor: string | null; limit: number }): FoundPage<Retrieval> => {
    const at = cursor === null ? null : parseCursor(cursor, cursorName);
    const atMs = at === null ? Number.MAX_VALUE : Number(at.value);
    const rows = list.all(atMs, atMs, at?.id ?? '', limit + 1);
    const last = rows[limit - 1];
    const total = countAll.get() ?? 0;
    return {
      items: rows.slice(0, limit).map((row) => ({
        ...row,
        withheld: row.withheld === 1,
        source: source.parse(row.source),
        examples: parseJson(givenExamples, row.examples),
      })),
      nextCursor:
        rows.length > limit && last ? toCursor({ list: cursorName, value: last.atMs, id: `${last.sessionId} ${last.turnIdx}` }) : null,
      total,
      ranked: total,
    };
  };
  return {
    readContinuation: reading(readContinuation),
    putRetrieval: writing((retrieval) => {
      put.run({ ...retrieval, withheld: retrieval.withheld ? 1 : 0, examples: toJson(retrieval.examples) });
      const { sessionId, turnIdx, examples, withheld, atMs } = retrieval;
      outcomes.noteRetrieval(sessionId, turnIdx, examples.length > 0 && withheld !== true, atMs);
      changes.add('search', retrieval.sessionId);
    }),
    listRetrievals: reading(listRetrievals),
  };
};

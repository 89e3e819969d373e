import type { Database } from 'better-sqlite3';
import * as z from 'zod';
import { summaries } from '../../../../db/schema.ts';
import { listCosts } from './list-costs.ts';
import { listCounted } from './count-summaries.ts';
import { limitRating } from '../../../summaries/confidence.ts';
import { confidenceLevels, summary, type Summary } from '../../../domain/summary.ts';
import type { ListedSummary } from '../../../domain/listed-summary.ts';
import type { SummaryFilter, SummaryRow, SummaryStore, WaitingTurn, SummaryPage } from '../../summary-store.ts';
import type { Changes } from '../changes.ts';
import { parseCursor, toCursor } from '../cursor.ts';
import { parseJson, toJson } from '../json.ts';
import { upsert } from '../statements.ts';
import type { Transactions } from '../transactions.ts';
import { summariesFrom, toSummaryWhere } from './summary-where.ts';
import type { SummaryTurns } from './summary-turns.ts';

type Listed = Kept & {
  number: number;
  place: number;
  title: string | null;
  project: string | null;
  agent: string;
  model: string | null;
  synthetic: number;
};
type Kept = Pick<typeof summaries.$inferSelect, 'sessionId' | 'messageId' | 'turnIdx' | 'version' | 'body'>;
type Stored = Kept & { previous: string | null; key: string; hash: string | null; waits: number };

/** Where summaries without a date are listed: behind all others. */
const undatedMs = 0;

/** The least sure first, and a number above all turns and times. */
const sureness = `CASE x.confidence ${confidenceLevels
  .toReversed()
  .map((level, at) => `WHEN '${level}' THEN ${at}`)
  .join(' ')} END`;
const mostSure = confidenceLevels.length - 1;
const beyondPlaces = 10 ** 15;

type Within = { sessionId: string | null; turnIdx: number | null };
const toWithin = ({ sessionId, turnIdx }: Pick<SummaryFilter, 'sessionId' | 'turnIdx'>): Within => ({
  sessionId: sessionId ?? null,
  turnIdx: turnIdx ?? null,
});

const toSummary = ({ body, ...row }: Kept): Summary => ({
  ...(parseJson(summary, body, null) ?? toUnreadable(row)),
  turn_idx: row.turnIdx,
});

/** Placeholder for a summary that is damaged in the database. */
const toUnreadable = (row: Omit<Kept, 'body'>) => ({
  session_id: row.sessionId,
  message_id: row.messageId,
  version: row.version,
  confidence_level: 'Unknown' as const,
  method: 'fallback' as const,
  summary: 'This summary is damaged in the database. Summarize the turn again.',
  ...{ user_query: '', agent_response: '', tools_rationale: '', key_findings: '' },
  ...{ tools_used: [], tools_left_out: 0, trajectory_count: 0, execution_time: null },
  ...{ timestamp: null, created_at: 0, sentences: [], signals: [], verification: null, model: null },
});

/** When a model was asked for a summary, and at what cost: part of the stored summary, whatever version came of it. */
const spent = summary.pick({ created_at: true, method: true, model: true });
type Spent = z.output<typeof spent>;

const hasAsked = ({ model }: Spent): boolean => model !== null && model.calls > 0;

/** A summary from before costs were kept names those of its last two versions alone. */
const listSpent = ({ body, previous }: Stored): Spent[] =>
  parseJson(z.object({ spent: z.array(spent).optional() }), body, { spent: undefined }).spent ??
  [previous, body].flatMap((one) => (one === null ? [] : parseJson(spent, one, [])));

const toTexts = ({ summary: text, tools_rationale, key_findings }: SummaryRow | Summary): string =>
  [text, tools_rationale, key_findings].filter((one) => one !== '').join('\n');

const isSame = (a: SummaryRow, b: Summary): boolean =>
  toTexts(a) === toTexts(b) && a.confidence_level === b.confidence_level && a.method === b.method;

/** Summaries of turns. */
export const makeSummarySlice = (
  db: Database,
  { reading, writing }: Transactions,
  { changes, turns }: { changes: Changes; turns: SummaryTurns },
): SummaryStore => {
  const put = db.prepare(upsert(summaries, ['sessionId', 'messageId'], ['number', 'doc']));
  const find = db.prepare<[string, string], Stored>(
    `SELECT session_id AS sessionId, message_id AS messageId, version, body, previous, turn_idx AS turnIdx, turn_key AS key, turn_hash AS hash, waits FROM summaries
    WHERE session_id = ? AND message_id = ?`,
  );
  const waitingWhere = `FROM summaries x WHERE waits = 1 AND (@sessionId IS NULL OR session_id = @sessionId)
    AND (@turnIdx IS NULL OR turn_idx = @turnIdx)`;
  const listWaiting = db.prepare<[Within & { limit: number }], WaitingTurn>(
    `SELECT session_id AS sessionId, turn_idx AS turnIdx, turn_key AS key ${waitingWhere} ORDER BY listed_ms DESC, number DESC LIMIT @limit`,
  );
  const countWaiting = db.prepare<[Within], number>(`SELECT count(*) ${waitingWhere}`).pluck();
  const stopWaiting = db.prepare('UPDATE summaries SET waits = 0 WHERE waits = 1');
  const hasTurn = db.prepare<[string, number, string]>('SELECT 1 FROM turns WHERE session_id = ? AND turn_idx = ? AND message_id = ?');

  /**
   * Applies where a summary is made from the same as before. The text of a model stays where the model now fails. Unless `isNew`, the text
   * of a model also stays where none was asked, and so does its failure; a summary that did not wait for a model still does not. Facts that
   * the model was not shown, such as the next prompt, are stored as they are now.
   */
  const toKept = (row: SummaryRow, stored: Stored, before: Summary, isNew: boolean): SummaryRow => {
    if (stored.hash !== row.hash || row.method === 'model') return row;
    const hasFailed = row.method === 'fallback' && before.method === 'model';
    if (!hasFailed && (isNew || row.method === 'fallback')) return row;
    if (before.method === 'extractive') return { ...row, waits: stored.waits === 1 };
    if (before.method === 'fallback') return { ...row, method: before.method, model: before.model, waits: false };
    const { summary: text, tools_rationale, key_findings, confidence_level, method, sentences } = before;
    const rated = before.model?.rated ?? confidence_level;
    const model = before.model && { ...before.model, rated, ...(hasFailed && { failure: row.model?.failure ?? null }) };
    const confidence = limitRating(rated, row.signals);
    const texts = { summary: text, tools_rationale, key_findings, confidence_level: confidence, method, sentences };
    return { ...row, ...texts, model, waits: false };
  };

  const putOne = (given: SummaryRow, isNew: boolean): boolean => {
    if (!hasTurn.get(given.session_id, given.turn_idx, given.message_id)) return false;
    const stored = find.get(given.session_id, given.message_id);
    const before = stored && toSummary(stored);
    const taken = stored && before ? toKept(given, stored, before, isNew) : given;
    const { key, hash, waits, ...row } = taken;
    const repeats = before !== undefined && isSame(taken, before);
    const isKept = repeats || (stored?.waits === 1 && !isNew);
    const version = (stored?.version ?? 0) + (isKept ? 0 : 1);
    put.run({
      sessionId: row.session_id,
      messageId: row.message_id,
      turnIdx: row.turn_idx,
      version,
      turnKey: key,
      turnHash: hash,
      waits: Number(waits),
      listedMs: row.timestamp ?? undatedMs,
      confidence: row.confidence_level,
      method: row.method,
      toolCalls: row.trajectory_count,
      tools: toJson(row.tools_used),
      pending: 1,
      texts: toTexts(taken),
      body: toJson({
        ...z.encode(summary, { ...row, version, created_at: repeats ? before.created_at : row.created_at }),
        spent: [...(stored ? listSpent(stored) : []), given].filter(hasAsked).map((one) => z.encode(spent, one)),
      }),
      previous: isKept ? stored?.previous : (stored?.body ?? null),
    });
    return true;
  };

  const list = (filter: SummaryFilter, { cursor, limit, leastSureFirst = false }: SummaryPage) => {
    const { where, values } = toSummaryWhere(db, filter);
    const ofSession = filter.sessionId !== undefined;
    const name = `summaries${ofSession ? ' of a session' : ''}${leastSureFirst ? ', least sure first' : ''}`;
    const at = cursor === null ? null : parseCursor(cursor, name);
    const [own, sign, order] = ofSession ? ['x.turn_idx', '>', 'ASC'] : ['x.listed_ms', '<', 'DESC'];
    const place = leastSureFirst ? `(${ofSession ? sureness : `${mostSure} - ${sureness}`}) * ${beyondPlaces} + ${own}` : own;
    const rows = db
      .prepare<[Record<string, unknown>], Listed>(
        // Sorted without the bodies, which are long.
        `WITH page AS MATERIALIZED (
          SELECT x.number, ${place} AS place FROM ${summariesFrom}
          WHERE ${where} ${at ? `AND (${place}, x.number) ${sign} (@value, @number)` : ''}
          ORDER BY ${place} ${order}, x.number ${order} LIMIT @limit
        )
        SELECT x.number, page.place, x.session_id AS sessionId, x.message_id AS messageId, x.turn_idx AS turnIdx, x.version, x.body, s.title, s.project, s.family AS agent, m.model, s.synthetic
        FROM page CROSS JOIN ${summariesFrom} WHERE x.number = page.number ORDER BY page.place ${order}, x.number ${order}`,
      )
      .all({ ...values, limit: limit + 1, ...(at && { value: at.value, number: Number(at.id) }) });
    const last = rows[limit - 1];
    return {
      items: rows.slice(0, limit).map(({ title, project, agent, model, synthetic, ...row }): ListedSummary => ({
        ...toSummary(row),
        session: { title, project, agent, model, synthetic: synthetic === 1 },
      })),
      nextCursor: rows.length > limit && last ? toCursor({ list: name, value: last.place, id: String(last.number) }) : null,
      total: db.prepare<[Record<string, unknown>], number>(`SELECT count(*) FROM ${summariesFrom} WHERE ${where}`).pluck().get(values) ?? 0,
    };
  };

  return {
    listUnsummarized: reading(turns.listUnsummarized),
    countUnsummarized: reading(turns.countUnsummarized),
    listSummarizableTurns: reading(turns.listTurns),
    listToolNames: reading(turns.listToolNames),
    listWork: reading(turns.listWork),
    readPrompt: reading(turns.readPrompt),
    markSummarized: writing(turns.mark),
    putSummaries: writing((rows, { isNew }) => {
      const stored = rows.filter((row) => putOne(row, isNew));
      for (const sessionId of new Set(stored.map(({ session_id }) => session_id))) changes.add('summary', sessionId);
      return stored.length;
    }),
    putAwaited: writing((row) => {
      const stored = find.get(row.session_id, row.message_id);
      const isStored = stored?.waits === 1 && stored.key === row.key && putOne(row, false);
      if (isStored) changes.add('summary', row.session_id);
      return isStored;
    }),
    listWaiting: reading((filter, limit) => listWaiting.all({ ...toWithin(filter), limit })),
    countWaiting: reading((filter) => countWaiting.get(toWithin(filter)) ?? 0),
    stopWaiting: writing(() => void stopWaiting.run()),
    listSummaries: reading(list),
    listSummaryVersions: reading((sessionId, messageId) => {
      const stored = find.get(sessionId, messageId);
      if (!stored) return [];
      return [stored.body, ...(stored.previous === null ? [] : [stored.previous])].map((body) => toSummary({ ...stored, body }));
    }),
    countSummaries: reading((filter, by) => listCounted(db, filter, by)),
    listSummaryCosts: reading((filter) => listCosts(db, filter)),
  };
};

import type { Database } from 'better-sqlite3';
import type { TurnFacts } from '../../../session/turn-state.ts';
import { turnEnded } from '../../../domain/turn-ended.ts';
import type { SummarizableTurn, TurnWork } from '../../summary-store.ts';
import type { Changes } from '../changes.ts';
import { reportedBits } from '../metrics/reported-bits.ts';
import { makeListWork } from '../sessions/call-facts.ts';

type StoredTurn = Omit<SummarizableTurn, keyof TurnFacts | 'toSeq' | 'key' | 'reportedCompleted'> & {
  reportedCompleted: number | null;
  toolErrors: number;
  toolRejected: number;
  ended: string;
  openCallAtMs: number | null;
  isOwn: number;
};
type Facts = Pick<TurnFacts, 'lastCallSeq' | 'lastResponseSeq'> & { turnIdx: number; records: number };

const maxPromptChars = 2_000;

/** A session's records and turns, in one word. */
const version = "revision || ' ' || settled || ' '";
/** In the words of the index. */
const isUnsummarized = `settled > 0 AND coalesce(instr(summarized, ${version}), 0) <> 1`;
const isOpen = "substr(summarized, -4) = 'open'";

/** Turns as their summaries depend on them, and which sessions have others than were summarized. */
export const makeSummaryTurns = (db: Database, changes: Changes) => {
  const find = db.prepare<[string], { version: string }>(`SELECT ${version} AS version FROM sessions WHERE id = ?`);
  const unsummarized = db.prepare<[number], { sessionId: string; version: string }>(
    `SELECT id AS sessionId, ${version} AS version FROM sessions INDEXED BY sessions_unsummarized
    WHERE ${isUnsummarized} ORDER BY started_at_ms DESC, id LIMIT ?`,
  );
  const open = db.prepare<[number, number], { sessionId: string; version: string }>(
    `SELECT id AS sessionId, ${version} || 'open' AS version FROM sessions INDEXED BY sessions_open_summaries
    WHERE ${isOpen} AND coalesce(ended_at_ms, 0) < ? ORDER BY id LIMIT ?`,
  );
  const countUnsummarized = db
    .prepare<[], number>(`SELECT count(*) FROM sessions INDEXED BY sessions_unsummarized WHERE ${isUnsummarized}`)
    .pluck();
  const turnsAfter = db.prepare<[string, number, number], StoredTurn>(
    `SELECT t.turn_idx AS turnIdx, t.message_id AS messageId, t.start_seq AS fromSeq, t.started_at_ms AS startedAtMs, t.ended_at_ms AS endedAtMs,
      t.tool_calls AS toolCalls, t.tool_errors AS toolErrors, t.tool_rejected AS toolRejected, x.turn_key AS summarizedKey,
      t.ended, t.open_call_at_ms AS openCallAtMs, r.inherited_from IS NULL AS isOwn,
      (SELECT n.message_id FROM turns n WHERE n.session_id = t.session_id AND n.turn_idx > t.turn_idx AND n.has_prompt = 1
        AND n.ended <> 'taken_back' ORDER BY n.turn_idx LIMIT 1) AS nextPromptId,
      iif(m.reported & ${reportedBits.completed}, m.completed, NULL) AS reportedCompleted
    FROM turns t JOIN records r ON r.session_id = t.session_id AND r.id = t.message_id
    LEFT JOIN summaries x ON x.session_id = t.session_id AND x.message_id = t.message_id
    LEFT JOIN turn_metrics m ON m.session_id = t.session_id AND m.turn_idx = t.turn_idx
    WHERE t.session_id = ? AND t.turn_idx > ? ORDER BY t.turn_idx LIMIT ?`,
  );
  const lastSeq = db.prepare<[string], number | null>('SELECT max(seq) FROM records WHERE session_id = ?').pluck();
  const last = (condition: string): string => `max(CASE WHEN ${condition} THEN seq END)`;
  const factsOf = db.prepare<[string, number, number], Facts>(
    `SELECT turn_idx AS turnIdx, count(*) AS records, ${last("kind IN ('tool_call', 'tool_result')")} AS lastCallSeq,
      ${last("kind = 'response'")} AS lastResponseSeq
    FROM records INDEXED BY records_seq WHERE session_id = ? AND seq >= ? AND seq < ? GROUP BY turn_idx`,
  );
  const toolNames = db
    .prepare<[string, number, number], string>(
      `SELECT c.name FROM records r INDEXED BY records_seq JOIN tool_calls c ON c.session_id = r.session_id AND c.id = r.id
      WHERE r.session_id = ? AND r.seq >= ? AND r.seq < ? AND r.kind = 'tool_call' GROUP BY c.name ORDER BY min(r.seq)`,
    )
    .pluck();
  const listWork = makeListWork(db);
  const findCwd = db.prepare<[string], string | null>('SELECT cwd FROM sessions WHERE id = ?').pluck();
  const prompt = db.prepare<[string, string], { recordId: string; text: string }>(
    `SELECT id AS recordId, substr(text, 1, ${maxPromptChars}) AS text FROM records WHERE session_id = ? AND id = ? AND kind = 'prompt'`,
  );
  const setMark = db.prepare<[string, string]>('UPDATE sessions SET summarized = ? WHERE id = ?');
  const dropGone = db.prepare<[string]>(
    `DELETE FROM summaries WHERE session_id = ? AND NOT EXISTS (
      SELECT 1 FROM turns t WHERE t.session_id = summaries.session_id AND t.turn_idx = summaries.turn_idx AND t.message_id = summaries.message_id
        AND t.ended <> 'taken_back'
    )`,
  );
  const dropUnanswered = db.prepare<[string, string]>(
    `DELETE FROM summaries WHERE session_id = ? AND turn_idx NOT IN (
      SELECT turn_idx FROM records INDEXED BY records_seq
      WHERE session_id = ? AND kind IN ('response', 'tool_call', 'tool_result') AND turn_idx IS NOT NULL
    )`,
  );
  const renumber = db.prepare<[string]>(
    `UPDATE summaries SET turn_idx = t.turn_idx FROM turns t
    WHERE summaries.session_id = ? AND t.session_id = summaries.session_id AND t.message_id = summaries.message_id
      AND t.turn_idx <> summaries.turn_idx`,
  );
  const ofSource = 'IN (SELECT session_id FROM source_sessions WHERE source_id = ?)';
  const outdate = db.prepare<[string]>(`UPDATE summaries SET turn_key = '' WHERE session_id ${ofSource}`);
  const unmark = db.prepare<[string]>(`UPDATE sessions SET summarized = NULL WHERE id ${ofSource}`);

  const forgetGone = (sessionId: string): void => {
    renumber.run(sessionId);
    const dropped = dropGone.run(sessionId).changes + dropUnanswered.run(sessionId, sessionId).changes;
    if (dropped > 0) changes.add('summary', sessionId);
  };

  return {
    /** Forgets the summaries of prompts that are gone or that nothing answers any more. */
    forgetGone,
    listUnsummarized: (silentSinceMs: number, limit: number) => {
      const changed = unsummarized.all(limit);
      return changed.length < limit ? [...changed, ...open.all(silentSinceMs, limit - changed.length)] : changed;
    },
    countUnsummarized: (): number => countUnsummarized.get() ?? 0,
    listTurns: (sessionId: string, afterTurn: number, limit: number) => {
      const session = find.get(sessionId);
      if (!session) return null;
      const turns = turnsAfter.all(sessionId, afterTurn, limit + 1);
      const [first, next] = [turns[0], turns[limit]];
      const endSeq = next?.fromSeq ?? (lastSeq.get(sessionId) ?? -1) + 1;
      const facts = new Map(first ? factsOf.all(sessionId, first.fromSeq, endSeq).map((one) => [one.turnIdx, one]) : []);
      const listedTurns = turns
        .slice(0, limit)
        .flatMap(({ toolErrors, toolRejected, isOwn, ended: stored, reportedCompleted, ...turn }, at): SummarizableTurn[] => {
          const found = facts.get(turn.turnIdx);
          // A prompt that nothing answers, neither a text nor a call, has nothing to summarize, and what was taken back no summary.
          if (isOwn === 0 || stored === 'taken_back' || !found || (found.lastCallSeq === null && found.lastResponseSeq === null)) return [];
          const { lastCallSeq, lastResponseSeq, records } = found;
          const placed = { ended: turnEnded.catch('unknown').parse(stored), lastCallSeq, lastResponseSeq };
          const isLast = turns[at + 1] === undefined;
          const key = JSON.stringify([
            turn.fromSeq,
            records,
            turn.endedAtMs,
            turn.toolCalls,
            toolErrors,
            toolRejected,
            isLast,
            // It may refute the answer.
            turn.nextPromptId,
            ...Object.values(placed),
            ...(reportedCompleted === null ? [] : [reportedCompleted]),
          ]);
          const completed = reportedCompleted === null ? null : reportedCompleted === 1;
          return [{ ...turn, ...placed, reportedCompleted: completed, isLast, toSeq: turns[at + 1]?.fromSeq ?? endSeq, key }];
        });
      return {
        version: session.version,
        turns: listedTurns,
        lastTurn: turns.slice(0, limit).at(-1)?.turnIdx ?? afterTurn,
        more: next !== undefined,
      };
    },
    listToolNames: (sessionId: string, fromSeq: number, toSeq: number): string[] => toolNames.all(sessionId, fromSeq, toSeq),
    listWork: (sessionId: string, fromSeq: number, toSeq: number): TurnWork => ({
      cwd: findCwd.get(sessionId) ?? null,
      calls: listWork(sessionId, fromSeq, toSeq),
    }),
    readPrompt: (sessionId: string, recordId: string) => prompt.get(sessionId, recordId) ?? null,
    mark: (sessionId: string, seenVersion: string, isStillOpen: boolean): void => {
      if (find.get(sessionId)?.version !== seenVersion) return;
      forgetGone(sessionId);
      setMark.run(`${seenVersion}${isStillOpen ? 'open' : 'over'}`, sessionId);
    },
    /** The texts of a source were read anew: its turns may say something else under the same numbers. */
    outdate: (sourceId: string): void => {
      outdate.run(sourceId);
      unmark.run(sourceId);
    },
  };
};
export type SummaryTurns = ReturnType<typeof makeSummaryTurns>;

import { printDuration } from '../../print/duration.ts';
import { printCounted } from '../../print/number.ts';
import type { Drafts, Line } from '../format.ts';
import { toCount, toDurationMs, toList, toModel, toName, toText, type JsonObject } from '../narrow.ts';
import { addRecordDraft } from '../record-drafting.ts';
import type { TurnOutcome } from '../../session/turn-outcomes.ts';
import { toAtMs, toOrder, toRowHash, toSessionName, toWhole } from './cells.ts';
import { parseJson } from '../../domain/parse-json.ts';

const columns = [
  ...['session_id', 'turn_idx', 'user_prompt', 'retrieved_ids', 'retrieved_scores', 'retrieval_used', 'iterations'],
  ...['tool_error_count', 'completed', 'duration_ms', 'model_id', 'created_at', 'updated_at'],
];

/** Metrics stand behind whatever else has the index that they were written for. */
const lastId = 2 ** 52;

/**
 * Maps a row of `turn_metrics`: a meta record that says in words what was measured and when it was recorded. It has no time in
 * the session: it may be recorded long after, and would stretch turns and gaps.
 */
export const readMetricsRow = (line: Line, row: JsonObject, out: Drafts): void => {
  const session = toSessionName(row.session_id);
  const model = toModel(row.model_id);
  const atMs = toAtMs(row.created_at);
  const turn = typeof row.turn_idx === 'number' ? String(row.turn_idx) : null;
  const turnOutcome = toOutcome(row, model);
  if (model !== null || turnOutcome) out.sessions.push({ nativeId: session, line: line.number, atMs, model, turnOutcome });
  addRecordDraft({ out, line, session, nextBlock: 0 }, 'meta', toWords(row, atMs), {
    nativeKey: turn === null ? null : `${session}#m${turn}`,
    lineHash: toRevisionHash(row),
    order: toOrder(row.turn_idx, lastId),
    subtype: 'turn_metrics',
    atMs: null,
    model,
  });
};

/** The row's number counts the records of the session, not its prompts. */
const toOutcome = (row: JsonObject, model: string | null): TurnOutcome | undefined => {
  const nativeIdx = toWhole(row.turn_idx);
  if (nativeIdx === null) return undefined;
  const { completed } = row;
  return {
    nativeIdx,
    retrievalUsed: row.retrieval_used === null || row.retrieval_used === undefined ? null : Boolean(row.retrieval_used),
    iterations: toCount(row.iterations),
    toolErrors: toCount(row.tool_error_count),
    completed: completed === null || completed === undefined ? null : completed !== 0 && completed !== false,
    durationMs: toDurationMs(row.duration_ms),
    model,
    createdAtMs: toAtMs(row.created_at),
    updatedAtMs: toAtMs(row.updated_at),
  };
};

const latestMs = 8.64e15;

/** The source writes a row again when the turn ends: the row that was updated last has the smallest hash, and holds. */
const toRevisionHash = (row: JsonObject): string => {
  const updatedMs = typeof row.updated_at === 'number' ? Math.round(row.updated_at * 1000) : -latestMs;
  const age = latestMs - Math.min(latestMs, Math.max(-latestMs, updatedMs));
  return age.toString(36).padStart(11, '0') + toRowHash(row, columns);
};

const toWords = (row: JsonObject, atMs: number | null): string => {
  const [iterations, errors, durationMs] = [toCount(row.iterations), toCount(row.tool_error_count), toDurationMs(row.duration_ms)];
  const words = [
    toCompletionWords(row.completed),
    iterations === null ? null : printCounted(iterations, 'iteration'),
    errors === null ? null : printCounted(errors, 'tool error'),
    durationMs === null ? null : printDuration(durationMs),
    toName(row.model_id, 128),
    toRetrievalWords(row),
    atMs === null ? null : `recorded ${new Date(atMs).toISOString()}`,
  ];
  return `Turn metrics: ${words.filter((word) => word !== null).join(' · ')}`;
};

/** A flag is 0 or 1; null until the turn ended. */
const toCompletionWords = (completed: unknown): string => {
  if (completed === null || completed === undefined) return 'outcome not recorded';
  return completed === 0 || completed === false ? 'not completed' : 'completed';
};

const toRetrievalWords = (row: JsonObject): string => {
  if (!row.retrieval_used) return 'nothing retrieved';
  const ids = readList(row.retrieved_ids);
  const scores = readList(row.retrieved_scores);
  const shown = ids.slice(0, 10).map((id, index) => {
    const score = scores[index];
    return typeof score === 'number' ? `${String(id)} (score ${score.toFixed(2)})` : String(id);
  });
  return `retrieved ${printCounted(ids.length, 'record')}${shown.length === 0 ? '' : `: ${shown.join(', ')}`}${ids.length > 10 ? ', …' : ''}`;
};

/** Lists stand in the rows as JSON text. */
const readList = (value: unknown): readonly unknown[] => {
  try {
    return toList(parseJson(toText(value) ?? 'null')) ?? [];
  } catch {
    return [];
  }
};

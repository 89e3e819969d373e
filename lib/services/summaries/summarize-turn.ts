import { createHash } from 'node:crypto';
import type { Session } from '../../domain/session.ts';
import type { Summarizer, TurnRecord } from '../../domain/summary.ts';
import { liveFormat } from '../../session/ids.ts';
import { computeLiveness } from '../../session/live.ts';
import { computeVerification } from '../../session/verification.ts';
import { computeTurnState, type TurnState } from '../../session/turn-state.ts';
import { maxTools } from '../../summaries/limits.ts';
import { isTool } from '../../summaries/rationale.ts';
import { findAnswer } from '../../summaries/read-turn.ts';
import { redactPlain } from '../../redaction/redact.ts';
import type { Store } from '../../store/store.ts';
import type { SummarizableTurn, SummaryRow } from '../../store/summary-store.ts';
import { toSafeText } from '../safe-texts.ts';
import { readTurnRecords } from './read-turn-records.ts';

type Deps = {
  store: Pick<Store, 'listRecords' | 'listToolNames' | 'listWork' | 'readPrompt'>;
  summarizer: Summarizer;
  now: () => number;
};
type About = Pick<Session, 'id' | 'format' | 'synthetic' | 'lastRecordAtMs' | 'openCallAtMs' | 'markedEndedAtMs'>;

/** Tools by which agents hand in their answer: nothing is said after them. */
const handingIn = /^(?:finish|submit|final_answer|attempt_completion|complete_task|task_complete|done)$/iu;

const handsIn = (records: readonly TurnRecord[]): boolean =>
  handingIn.test(records.findLast(({ kind }) => kind === 'tool_call')?.tool ?? '');

/**
 * Whether the end of a turn is known where there is no answer: an agent that only reports its calls may not have reported its answer, and
 * one that reported the turn as completed had one.
 */
const isEndSeen = ({ format }: About, { ended, reportedCompleted }: SummarizableTurn): boolean =>
  reportedCompleted === null ? format !== liveFormat || (ended !== 'open' && ended !== 'unknown') : !reportedCompleted;

export const toTurnState = (session: About, turn: SummarizableTurn, nowMs: number): TurnState =>
  computeTurnState(
    // Nothing comes to the calls of a demo session.
    { ...turn, openCallAtMs: session.synthetic ? null : turn.openCallAtMs },
    { goesOn: computeLiveness(session, null, nowMs) !== 'over', nowMs },
  );

const toSeconds = (fromMs: number | null, toMs: number | null): number | null =>
  fromMs === null || toMs === null || toMs < fromMs ? null : (toMs - fromMs) / 1_000;

const toHash = (...made: unknown[]): string => createHash('sha1').update(JSON.stringify(made)).digest('base64url');

/** Summarizes a turn with the texts of its prompt and answer, all without secrets. Fails as the summarizer does. */
export const summarizeTurn = async (
  { store, summarizer, now }: Deps,
  session: About,
  turn: SummarizableTurn,
  signal?: AbortSignal,
): Promise<SummaryRow> => {
  const records = await readTurnRecords(store, session.id, turn);
  const { isAnswered } = toTurnState(session, turn, now());
  const hasNoAnswer = !isAnswered && !handsIn(records);
  const isAborted = hasNoAnswer && isEndSeen(session, turn);
  const { cwd, calls } = await store.listWork(session.id, turn.fromSeq, turn.toSeq);
  const nextPrompt = turn.nextPromptId === null ? null : await store.readPrompt(session.id, turn.nextPromptId);
  const verification = computeVerification(calls, cwd);
  const about = {
    sessionId: session.id,
    turnIdx: turn.turnIdx,
    records,
    isAborted,
    isAnswerUnknown: hasNoAnswer && !isAborted,
    verification,
    nextPrompt,
  };
  const texts = await summarizer.summarize(about, signal);
  const tools = (await store.listToolNames(session.id, turn.fromSeq, turn.toSeq)).filter(isTool);
  const answer = findAnswer(records).responses.map(({ text }) => text);
  // Names of tools are texts of others, too.
  const { ...safe } = redactPlain({ ...texts, tools_used: tools.slice(0, maxTools) });
  return {
    session_id: session.id,
    message_id: turn.messageId,
    turn_idx: turn.turnIdx,
    user_query: toSafeText(records.find(({ kind }) => kind === 'prompt')?.text ?? ''),
    agent_response: toSafeText(answer.join('\n\n')),
    ...safe,
    tools_left_out: Math.max(0, tools.length - maxTools),
    trajectory_count: turn.toolCalls,
    execution_time: toSeconds(turn.startedAtMs, turn.endedAtMs),
    timestamp: turn.endedAtMs,
    created_at: now(),
    key: turn.key,
    // All that a model is shown. Where records stand in the session says nothing about them; what verified the turn's changes and what the next
    // prompt says of it is stored as it is now, whoever wrote the texts.
    hash: toHash(
      records.map(({ seq: _, ...record }) => record),
      isAborted,
    ),
    waits: false,
  };
};

import { stat } from 'node:fs/promises';
import { displayWindowBytes } from '../../domain/display-window.ts';
import type { LiveCall } from '../../domain/live-call.ts';
import { toJson } from '../../formats/narrow.ts';
import { joinRedacted, redactValue, nothing, type Redacted } from '../../redaction/redact.ts';
import { readArguments } from '../../session/call-arguments.ts';
import { hashId, sessionIdOf } from '../../session/ids.ts';
import { computeCallKey } from '../../session/keys.ts';
import { importFile } from '../ingest/import-file.ts';
import { appendLive } from '../live/append-live.ts';
import { observeLive, type LiveDeps } from '../live/observe-live.ts';
import { renderOpen } from '../live/render-open.ts';
import { queueReview } from '../reviews/queue-review.ts';
import { findAgentOfCall, findAgentTranscript } from './find-agent.ts';
import { toNativeId, type HookPayload } from './hook-event.ts';
import { retrieveForHook } from './retrieve-for-hook.ts';

const family = 'claude-code';

/** Observers that are behind, such as of a session that began before the hook was there, catch up by nearly 2,000 calls at each event. */
const maxWindows = 2;

/** Larger transcripts are left to the import: verifying what was read before takes too long. */
const maxTranscriptBytes = 64 * 1024 * 1024;

/**
 * Handles one event, at the time `now`: reads what was appended to the transcript, adds the call if the transcript lacks it, runs the
 * observers, and returns what to report to the agent (`section`, '' for nothing). Handling it again at that time adds nothing. After
 * `signal` the rest waits for the next event, but what is left of a transcript for this one (`isWhole` is false). Without `report` nobody
 * listens any more, and nothing is marked as reported.
 */
export const runHook = async (
  deps: LiveDeps,
  payload: HookPayload,
  signal: AbortSignal,
  report = true,
): Promise<{ section: Redacted<string>; isWhole: boolean }> => {
  const { store, now, warn } = deps;
  const { event, sessionId, transcriptPath } = payload;
  const call = deps.loadFeedback().redacts ? redactValue(payload.call) : payload.call;
  const agentId = payload.agentId ?? (await findUnnamedAgent(payload, now()));
  const nativeId = toNativeId(sessionId, agentId);
  const id = sessionIdOf(family, nativeId);
  const agentTranscript =
    payload.agentTranscriptPath ?? (agentId !== null && transcriptPath !== null ? findAgentTranscript(transcriptPath, agentId) : null);
  const isEnd = event === 'SubagentStop' || event === 'Stop';
  const files = [agentTranscript, agentId === null || isEnd ? transcriptPath : null].filter((file) => file !== null);
  const callsBefore = await store.countToolCalls(id);
  const nameless = call?.id === undefined ? call : null;
  const before = nameless && (await listResults(deps, id, nameless));
  const isKnown = [...(before?.values() ?? [])].some(({ endedAtMs }) => endedAtMs === now());
  const reads = [];
  for (const file of new Set(files)) reads.push(await readTranscript(deps, file, signal));
  const isWhole = reads.every((one) => one.isWhole);
  const changed = new Set(reads.flatMap(({ sessions }) => sessions));
  // A call without an id is recognized if the transcript just added its result.
  const after = nameless && (await listResults(deps, id, nameless));
  const read = [...(after ?? [])].flatMap(([index, { recordId }]) => (before?.get(index)?.recordId === recordId ? [] : index));
  // The first call of this event: one just read, or its own, which another process may have read before. Without a call it may
  // be the end of the turn, which is assessed at the turn's last call.
  let observed = id;
  let fromCall = Math.min(call === null ? Math.max(callsBefore, 1) : callsBefore + 1, ...read);
  if (call && read.length === 0 && !isKnown) {
    const session = {
      ...(payload.cwd !== null && { cwd: payload.cwd }),
      ...(agentId !== null && { parentNativeId: sessionId }),
    };
    const appended = await appendLive(store, { sessionId: id, family, nativeId }, { session, calls: [call] }, now());
    for (const one of appended.changed) changed.add(one);
    const [place] = appended.places;
    if (place?.sessionId === id) fromCall = Math.min(fromCall, place.callIndex);
    else if (place) [observed, fromCall] = [place.sessionId, place.callIndex];
  }
  if (changed.size > 0) await store.recomputeAggregates([...changed]);
  if (signal.aborted) warn('late', { during: event, sessionId });
  const { section } = await observeLive(deps, observed, { fromCall, signal, maxWindows, report: report && call !== null });
  await queueReviews(deps, id, payload);
  if (event !== 'UserPromptSubmit' || signal.aborted || !report) return { section, isWhole };
  // Reported at every prompt: this is the state as the turn begins, and earlier reports may have been compacted away.
  const open = await renderOpen(deps, id);
  const examples = await retrieve(deps, id, payload, signal);
  const parts = [section, open, examples].filter(({ length }) => length > 0);
  return { section: joinRedacted(parts, '\n\n'), isWhole };
};

/** Our names of events at which reviewers may run. */
const eventsOfReviewers: Partial<Record<HookPayload['event'], string>> = {
  UserPromptSubmit: 'message:received',
  PostToolUse: 'tool:post',
  PostToolUseFailure: 'tool:post',
  Stop: 'response:complete',
};

/** Leaves what reviewers are to look at to the server: a hook has no time to wait for them, and goes on without them. */
const queueReviews = async ({ store, now, loadFeedback, warn }: LiveDeps, sessionId: string, payload: HookPayload): Promise<void> => {
  const { loadReviewers } = loadFeedback();
  const event = eventsOfReviewers[payload.event];
  if (!loadReviewers || event === undefined) return;
  const tool = payload.call?.name ?? null;
  const makeId = () => hashId('review', sessionId, event, tool ?? '', now());
  try {
    await queueReview({ store, bundles: loadReviewers(), makeId, now }, { sessionId, event, tool, cwd: payload.cwd, messages: null });
  } catch (error) {
    warn('no_review', { sessionId, error: error instanceof Error ? error.message : String(error) });
  }
};

/** Examples are a help: without them the event is handled all the same. */
const retrieve = async (
  deps: LiveDeps,
  sessionId: string,
  { prompt, cwd }: HookPayload,
  signal: AbortSignal,
): Promise<Redacted<string>> => {
  const config = deps.loadFeedback().retrieval;
  if (!config?.on_prompt || prompt === null || signal.aborted) return nothing;
  try {
    return await retrieveForHook(deps, config, { sessionId, prompt, cwd, signal });
  } catch (error) {
    deps.warn('no_examples', { sessionId, error: error instanceof Error ? error.message : String(error) });
    return nothing;
  }
};

const findUnnamedAgent = async ({ call, transcriptPath }: HookPayload, nowMs: number): Promise<string | null> =>
  call?.id === undefined || transcriptPath === null ? null : findAgentOfCall(transcriptPath, call.id, nowMs);

/** Calls among which one without a name is looked for. */
const newestCalls = 20;

type Result = { recordId: string; endedAtMs: number | null };

/** Results of the newest calls of the same tool and arguments, by the call's number. */
const listResults = async ({ store }: LiveDeps, sessionId: string, { name, input }: LiveCall): Promise<Map<number, Result>> => {
  const keyOf = (tool: string, params: string) => computeCallKey(tool, readArguments(params));
  const key = keyOf(name, toJson(input ?? {}));
  const last = await store.countToolCalls(sessionId);
  const calls = await store.listToolCalls(sessionId, Math.max(1, last - newestCalls + 1), newestCalls, displayWindowBytes);
  return new Map(
    calls.flatMap(({ callIndex, name: tool, params, resultRecordId, endedAtMs }) =>
      resultRecordId !== null && keyOf(tool, params) === key ? [[callIndex, { recordId: resultRecordId, endedAtMs }] as const] : [],
    ),
  );
};

type TranscriptRead = { sessions: string[]; isWhole: boolean };
const nothingRead: TranscriptRead = { sessions: [], isWhole: true };

/**
 * Reads what was appended to a transcript: the sessions that changed; not whole where `signal` cut it off. A file that cannot be read is
 * logged: the event itself is enough.
 */
const readTranscript = async ({ store, now, warn, loadFeedback }: LiveDeps, file: string, signal: AbortSignal): Promise<TranscriptRead> => {
  const stats = await stat(file).catch(() => null);
  if (!stats || stats.size === 0) {
    warn('no_transcript', { file });
    return nothingRead;
  }
  if (stats.size > maxTranscriptBytes) {
    warn('transcript_too_large', { file, bytes: stats.size, maxBytes: maxTranscriptBytes });
    return nothingRead;
  }
  try {
    const input = { file, path: file, synthetic: false, signal, onProgress: () => undefined, leavesAggregates: true };
    const result = await importFile({ store, now, redacts: () => loadFeedback().redacts }, input);
    if (result.status === 'refused' || result.status === 'failed') warn('transcript_not_read', { file, issues: result.issues.slice(0, 3) });
    return { sessions: result.unchanged ? [] : result.sessions.map(({ id }) => id), isWhole: result.status !== 'cancelled' };
  } catch (error) {
    warn('transcript_not_read', { file, error: error instanceof Error ? error.message : String(error) });
    return nothingRead;
  }
};

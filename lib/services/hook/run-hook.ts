import { stat } from 'node:fs/promises';
import { sessionIdOf } from '../../session/ids.ts';
import { importFile } from '../ingest/import-file.ts';
import { appendLive } from '../live/append-live.ts';
import { observeLive, type LiveDeps } from '../live/observe-live.ts';
import { findAgentOfCall, findAgentTranscript } from './find-agent.ts';
import { toNativeId, type HookPayload } from './hook-event.ts';

const family = 'claude-code';

/** Transcripts past this are left to the import: telling that what was read of them still stands takes too long. */
const mostTranscriptBytes = 64 * 1024 * 1024;

/**
 * Takes one event in: what was appended to the transcript is read, a call that it does not tell yet is added, the observers look, and
 * what the agent is to be told now is answered ('' for nothing). After `signal` what is left waits for the next event.
 */
export const runHook = async (deps: LiveDeps, payload: HookPayload, signal: AbortSignal): Promise<string> => {
  const { store, now, warn } = deps;
  const { event, call, sessionId, transcriptPath } = payload;
  const agentId = payload.agentId ?? (await findUnnamedAgent(payload, now()));
  const nativeId = toNativeId(sessionId, agentId);
  const id = sessionIdOf(family, nativeId);
  const agentTranscript =
    payload.agentTranscriptPath ?? (agentId !== null && transcriptPath !== null ? findAgentTranscript(transcriptPath, agentId) : null);
  const isEnd = event === 'SubagentStop' || event === 'Stop';
  const files = [agentTranscript, agentId === null || isEnd ? transcriptPath : null].filter((file) => file !== null);
  const before = await countAnswered(deps, id);
  for (const file of new Set(files)) await readTranscript(deps, file, signal);
  if (call && !(call.id === undefined && (await wasJustRead(deps, id, before, call.name)))) {
    const session = {
      ...(payload.cwd !== null && { cwd: payload.cwd }),
      ...(agentId !== null && { parentNativeId: sessionId }),
    };
    const { isChanged } = await appendLive(store, { sessionId: id, family, nativeId }, { session, calls: [call] }, now());
    if (isChanged) await store.settle([id]);
  }
  if (signal.aborted) warn('late', { event, sessionId });
  const { section } = await observeLive(deps, id, { signal, tell: call !== null });
  return section;
};

const findUnnamedAgent = async ({ call, transcriptPath }: HookPayload, nowMs: number): Promise<string | null> =>
  call?.id === undefined || transcriptPath === null ? null : findAgentOfCall(transcriptPath, call.id, nowMs);

const countAnswered = async ({ store }: LiveDeps, sessionId: string): Promise<number> => store.countToolCalls(sessionId);

/** Whether a call without a name is the last one that the transcript told just now, with its result. */
const wasJustRead = async ({ store }: LiveDeps, sessionId: string, before: number, name: string): Promise<boolean> => {
  const after = await store.countToolCalls(sessionId);
  if (after === before) return false;
  const [last] = await store.listToolCalls(sessionId, after, 1, 0);
  return last?.name === name && last.resultRecordId !== null;
};

/** What cannot be read is no matter of the agent's: the event itself is told. */
const readTranscript = async ({ store, now, warn }: LiveDeps, file: string, signal: AbortSignal): Promise<void> => {
  const stats = await stat(file).catch(() => null);
  if (!stats || stats.size === 0) {
    warn('no_transcript', { file });
    return;
  }
  if (stats.size > mostTranscriptBytes) {
    warn('transcript_too_large', { file, bytes: stats.size, most: mostTranscriptBytes });
    return;
  }
  try {
    const result = await importFile({ store, now }, { file, path: file, synthetic: false, signal, onProgress: () => undefined });
    if (result.status === 'refused' || result.status === 'failed') warn('transcript_not_read', { file, issues: result.issues.slice(0, 3) });
  } catch (error) {
    warn('transcript_not_read', { file, error: error instanceof Error ? error.message : String(error) });
  }
};

import type { Drafts, Line, RecordDraft } from '../format.ts';
import { toName, toText, type JsonObject } from '../narrow.ts';
import { toAtMs, toOrder, toParentName, toRowHash, toSessionName, toWhole } from './cells.ts';
import type { OpenCalls } from './open-calls.ts';
import { readToolText, toCallParams } from './tool-text.ts';

const columns = ['id', 'session_id', 'parent_session_id', 'turn_idx', 'role', 'kind', 'tool_name', 'content', 'created_at'];

/**
 * Maps a row of `trajectories` to one record. The agent writes results without the calls before them: such a row is a call
 * that tells its result itself. Where a call has a row of its own, the result of the same tool that follows it answers it.
 */
export const readTrajectoryRow = (line: Line, row: JsonObject, calls: OpenCalls, out: Drafts): void => {
  const session = toSessionName(row.session_id);
  const id = toWhole(row.id);
  const atMs = toAtMs(row.created_at);
  const parentNativeId = toParentName(row.parent_session_id, session);
  if (parentNativeId !== null) out.sessions.push({ nativeId: session, line: line.number, atMs, parentNativeId, relation: 'subagent' });
  const text = toText(row.content) ?? '';
  const add = (rest: Pick<RecordDraft, 'kind' | 'text'> & Partial<RecordDraft>) =>
    out.records.push({
      session,
      nativeKey: id === null ? null : `${session}#t${String(id)}`,
      block: 0,
      line: line.number,
      offset: line.offset,
      bytes: line.bytes,
      lineHash: toRowHash(row, columns),
      order: toOrder(row.turn_idx, id ?? line.number),
      atMs,
      ...rest,
    });
  const tool = toName(row.tool_name, 256) ?? 'unknown';
  const callId = `t${String(id ?? line.hash)}`;
  switch (row.kind) {
    case 'prompt':
      calls.forget(session);
      add({ kind: 'prompt', text });
      break;
    case 'response':
      add({ kind: 'response', text });
      break;
    case 'tool_call':
      calls.open(session, callId, tool);
      add({ kind: 'tool_call', text: '', call: { nativeCallId: callId, name: tool, params: toCallParams(tool, text) } });
      break;
    case 'tool_result': {
      const { params, ending } = readToolText(tool, text);
      const answered = calls.answer(session, tool);
      const result = { nativeCallId: answered ?? callId, ...ending };
      if (answered !== null) add({ kind: 'tool_result', text, result });
      else add({ kind: 'tool_call', text, call: { nativeCallId: callId, name: tool, params, isTimed: false }, result });
      break;
    }
    default:
      add({ kind: 'meta', subtype: toName(row.kind, 64), text, unknown: true });
  }
};

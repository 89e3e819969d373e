import type { RecordKind } from '../../domain/record.ts';
import type { Drafts, Line } from '../format.ts';
import { toName, toText, type JsonObject } from '../narrow.ts';
import { addRecordDraft, type RecordFields } from '../record-drafting.ts';
import { toAtMs, toOrder, toParentName, toRowHash, toSessionName, toWhole } from './cells.ts';
import type { OpenCalls } from './open-calls.ts';
import { readToolText, toCallParams } from './tool-text.ts';

const columns = ['id', 'session_id', 'parent_session_id', 'turn_idx', 'role', 'kind', 'tool_name', 'content', 'created_at'];

/**
 * Maps a row of `trajectories` to one record. The agent writes results without the calls before them: such a row is a call
 * that gives its result itself. Where a call has a row of its own, the result of the same tool that follows it answers it.
 */
export const readTrajectoryRow = (line: Line, row: JsonObject, calls: OpenCalls, out: Drafts): void => {
  const session = toSessionName(row.session_id);
  const id = toWhole(row.id);
  const atMs = toAtMs(row.created_at);
  const parentNativeId = toParentName(row.parent_session_id, session);
  if (parentNativeId !== null) out.sessions.push({ nativeId: session, line: line.number, atMs, parentNativeId, relation: 'subagent' });
  const text = toText(row.content) ?? '';
  const nativeKey = id === null ? null : `${session}#t${String(id)}`;
  const order = toOrder(row.turn_idx, id ?? line.number);
  const add = (kind: RecordKind, words: string, fields: RecordFields = {}) => {
    const lineHash = toRowHash(row, columns);
    addRecordDraft({ out, line, session, nextBlock: 0 }, kind, words, { nativeKey, atMs, lineHash, order, ...fields });
  };
  const tool = toName(row.tool_name, 256) ?? 'unknown';
  const callId = `t${String(id ?? line.hash)}`;
  switch (row.kind) {
    case 'prompt':
      calls.forget(session);
      add('prompt', text);
      break;
    case 'response':
      add('response', text);
      break;
    case 'tool_call':
      calls.open(session, callId, tool);
      add('tool_call', '', { call: { nativeCallId: callId, name: tool, params: toCallParams(tool, text) } });
      break;
    case 'tool_result': {
      const { params, callOutcome } = readToolText(tool, text);
      const answered = calls.answer(session, tool);
      const result = { nativeCallId: answered ?? callId, ...callOutcome };
      if (answered !== null) add('tool_result', text, { result });
      else add('tool_call', text, { call: { nativeCallId: callId, name: tool, params, isTimed: false }, result });
      break;
    }
    default:
      add('meta', text, { subtype: toName(row.kind, 64), unknown: true });
  }
};

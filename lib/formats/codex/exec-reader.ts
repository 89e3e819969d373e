import { BoundedMap } from '../bounded-map.ts';
import { fingerprintOf } from '../fingerprint.ts';
import type { Drafts, Line, LineReader, SourceHints } from '../format.ts';
import { toJson, toList, toName, toObject, toText, type JsonObject } from '../narrow.ts';
import { toNotAnObject } from '../not-an-object.ts';
import { ofFlag, toCommandEnding, toFlagEnding, toOutput } from './outcome.ts';
import type { Ending } from './reader-state.ts';
import { toTurnTokens } from './usage.ts';

type ExecState = { session: string | null; turn: number; started: BoundedMap<1> };

/** Reads what `codex exec --json` prints: one thread, without times and without its prompts. */
export const openCodexExec = (_hints: SourceHints, stored: unknown): LineReader => {
  const from = toObject(stored);
  const started = (toList(from?.started) ?? []).flatMap((key) => toName(key, 16) ?? []);
  const state: ExecState = {
    session: toName(from?.session, 300),
    turn: typeof from?.turn === 'number' ? from.turn : 0,
    started: new BoundedMap(
      64,
      started.map((key) => [key, 1] as const),
    ),
  };
  return {
    read: (line, value, out) => {
      const object = toObject(value);
      if (object) readLine(state, line, object, out);
      else out.issues.push(toNotAnObject(line));
    },
    state: () => ({ session: state.session, turn: state.turn, started: state.started.toEntries().map(([key]) => key) }),
  };
};

/** The rollout of the same thread tells more: a stream is a session of its own beside it, so that nothing counts twice. */
const readLine = (state: ExecState, line: Line, value: JsonObject, out: Drafts): void => {
  const type = toName(value.type, 256);
  if (state.session === null) {
    state.session = `exec:${toName(value.thread_id, 256) ?? line.hash}`;
    out.sessions.push({ nativeId: state.session, line: line.number, atMs: null });
  }
  const session = state.session;
  let block = 0;
  const add: Add = (kind, text, extra = {}) => {
    out.records.push({
      session,
      nativeKey: null,
      block: block++,
      line: line.number,
      offset: line.offset,
      bytes: line.bytes,
      lineHash: line.hash,
      kind,
      text,
      atMs: null,
      ...extra,
    });
  };
  const response = `turn-${String(state.turn)}`;
  const item = toObject(value.item);
  if (item && type?.startsWith('item.') === true) readItem(state, add, type, item, response);
  else if (type === 'turn.completed' || type === 'turn.failed') {
    const tokens = toTurnTokens(value.usage);
    if (tokens) out.responses.push({ session, nativeId: `${session}:${response}:${line.hash}`, model: null, tokens, atMs: null });
    const failure = toText(toObject(value.error)?.message);
    if (failure === null) add('meta', '', { subtype: type });
    else add('system', `Turn failed: ${failure}`, { subtype: 'error' });
    state.turn += 1;
  } else if (type === 'error') add('system', toText(value.message) ?? toJson(value), { subtype: type });
  else add('meta', '', { subtype: type, unknown: type !== 'thread.started' && type !== 'turn.started' });
};

type Add = (
  kind: Drafts['records'][number]['kind'],
  text: string,
  extra?: Partial<Pick<Drafts['records'][number], 'subtype' | 'call' | 'result' | 'unknown' | 'attachments'>>,
) => void;

const readItem = (state: ExecState, add: Add, type: string, item: JsonObject, response: string): void => {
  const kind = toName(item.type, 128);
  const tool = toTool(kind, item);
  const isDone = type === 'item.completed';
  if (tool) {
    const nativeCallId = toName(item.id, 200);
    const key = fingerprintOf(`${response}\0${nativeCallId ?? ''}`);
    if (state.started.get(key) === undefined) add('tool_call', '', { call: { nativeCallId, name: tool.name, params: tool.params } });
    else if (!isDone) add('meta', '', { subtype: type });
    if (!isDone) state.started.set(key, 1);
    else {
      state.started.take(key);
      const { text, attachments, ending } = toOutput(tool.output);
      add('tool_result', text, { attachments, result: { nativeCallId, ...(tool.ending ?? ending) } });
    }
  } else if (!isDone) add('meta', '', { subtype: type });
  else if (kind === 'agent_message') add('response', toText(item.text) ?? '');
  else if (kind === 'reasoning') add('reasoning', toText(item.text) ?? '');
  else if (kind === 'error') add('system', toText(item.message) ?? '', { subtype: kind });
  else add('meta', toJson(item).slice(0, 2000), { subtype: kind, unknown: true });
};

type Tool = { name: string; params: string; output: unknown; ending: Ending | null };

const toTool = (kind: string | null, item: JsonObject): Tool | null => {
  const ending = toFlagEnding(item);
  if (kind === 'command_execution') {
    const params = toJson({ command: item.command ?? null });
    return { name: 'exec_command', params, output: toText(item.aggregated_output) ?? '', ending: toCommandEnding(item) ?? ending };
  }
  if (kind === 'file_change') return { name: 'apply_patch', params: toJson({ changes: item.changes ?? [] }), output: '', ending };
  if (kind === 'web_search') return { name: 'web_search', params: toJson({ query: item.query ?? null }), output: '', ending };
  if (kind === 'todo_list') return { name: 'update_plan', params: toJson({ plan: item.items ?? [] }), output: '', ending };
  if (kind !== 'mcp_tool_call' && kind !== 'collab_tool_call') return null;
  const failure = toText(toObject(item.error)?.message);
  const server = kind === 'mcp_tool_call' ? `mcp__${toName(item.server, 128) ?? ''}__` : '';
  return {
    name: `${server}${toName(item.tool, 128) ?? ''}`,
    params: toJson(item.arguments ?? { prompt: item.prompt ?? null }),
    output: failure ?? toObject(item.result)?.content ?? '',
    ending: failure === null ? ending : ofFlag(false),
  };
};

import type { RecordKind } from '../../domain/record.ts';
import type { OrderKey } from '../../session/order.ts';
import { BoundedMap } from '../bounded-map.ts';
import { fingerprintOf } from '../fingerprint.ts';
import type { Drafts, Line, LineReader, OutcomeDraft, SourceHints } from '../format.ts';
import { toServiceFailure } from '../../session/service-failure.ts';
import { addLink } from '../links.ts';
import { toJson, toList, toName, toObject, toText, type JsonObject } from '../narrow.ts';
import { toNotAnObject } from '../not-an-object.ts';
import { addRecordDraft, type DraftingContext, type RecordFields } from '../record-drafting.ts';
import { ofFlag, toCommandOutcome, toFlagOutcome, toOutput } from './outcome.ts';
import { toTurnTokens } from './usage.ts';

type ExecState = {
  session: string | null;
  /** Names this run among the runs of its thread: fingerprint of its first item; '' before that. */
  run: string;
  turn: number;
  started: BoundedMap<1>;
};

/**
 * Reads what `codex exec --json` prints: one run of a thread, without times, prompts or models. The thread's rollout has all of it
 * and replaces it in the archive.
 */
export const openCodexExec = (_hints: SourceHints, stored: unknown): LineReader => {
  const from = toObject(stored);
  const started = (toList(from?.started) ?? []).flatMap((key) => toName(key, 16) ?? []);
  const state: ExecState = {
    session: toName(from?.session, 300),
    run: toName(from?.run, 32) ?? '',
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
    state: () => ({ session: state.session, run: state.run, turn: state.turn, started: state.started.toEntries().map(([key]) => key) }),
  };
};

const readLine = (state: ExecState, line: Line, value: JsonObject, out: Drafts): void => {
  const type = toName(value.type, 256);
  if (state.session === null) {
    state.session = toName(value.thread_id, 256) ?? `exec:${line.hash}`;
    out.sessions.push({ nativeId: state.session, line: line.number, atMs: null });
  }
  const session = state.session;
  const item = toObject(value.item);
  if (item && state.run === '') state.run = fingerprintOf(line.text);
  const context: DraftingContext = { out, line, session, nextBlock: 0 };
  const add: Add = (kind, text, fields) => {
    const order: OrderKey = [toRank(state.run), line.number, context.nextBlock];
    addRecordDraft(context, kind, text, { nativeKey: null, atMs: null, order, ...fields });
  };
  if (item && type?.startsWith('item.') === true) {
    readItem(state, add, type, item);
    if (isSpawn(item))
      for (const child of toList(item.receiver_thread_ids) ?? []) addLink(out, session, toCallId(state, item), toName(child, 256));
  } else if (type === 'turn.completed' || type === 'turn.failed') {
    // The total of the thread so far, over all its runs: the largest one holds.
    const tokens = toTurnTokens(value.usage);
    if (tokens) out.sessions.push({ nativeId: session, line: line.number, atMs: null, tokens });
    const failure = toText(toObject(value.error)?.message);
    if (failure === null) add('meta', '', { subtype: type });
    else add('system', `Turn failed: ${failure}`, { subtype: toServiceFailure(failure) });
    state.turn += 1;
  } else if (type === 'error') add('system', toText(value.message) ?? toJson(value), { subtype: type });
  else add('meta', '', { subtype: type, unknown: type !== 'thread.started' && type !== 'turn.started' });
};

type Add = (kind: RecordKind, text: string, fields?: RecordFields) => void;

/** Keeps the runs of a thread apart, which all number their items from 0; their order is not known. */
const toRank = (run: string): number => (run === '' ? 0 : 1 + Buffer.from(run, 'base64url').readUInt32BE());

const toCallId = ({ run }: ExecState, item: JsonObject): string | null => {
  const id = toName(item.id, 200);
  return id === null ? null : `${id}@${run}`;
};

const isSpawn = (item: JsonObject): boolean => item.type === 'collab_tool_call' && item.tool === 'spawn_agent';

const readItem = (state: ExecState, add: Add, type: string, item: JsonObject): void => {
  const kind = toName(item.type, 128);
  const tool = toTool(kind, item);
  const isDone = type === 'item.completed';
  if (tool) {
    const nativeCallId = toCallId(state, item);
    const key = fingerprintOf(`${String(state.turn)}\0${nativeCallId ?? ''}`);
    if (state.started.get(key) === undefined) add('tool_call', '', { call: { nativeCallId, name: tool.name, params: tool.params } });
    else if (!isDone) add('meta', '', { subtype: type });
    if (!isDone) state.started.set(key, 1);
    else {
      state.started.take(key);
      const { text, attachments, callOutcome } = toOutput(tool.output);
      add('tool_result', text, { attachments, result: { nativeCallId, ...(tool.callOutcome ?? callOutcome) } });
    }
  } else if (!isDone) add('meta', '', { subtype: type });
  else if (kind === 'agent_message') add('response', toText(item.text) ?? '');
  else if (kind === 'reasoning') add('reasoning', toText(item.text) ?? '');
  else if (kind === 'error') add('system', toText(item.message) ?? '', { subtype: kind });
  else add('meta', toJson(item).slice(0, 2000), { subtype: kind, unknown: true });
};

type Tool = { name: string; params: string; output: unknown; callOutcome: OutcomeDraft | null };

const toTool = (kind: string | null, item: JsonObject): Tool | null => {
  const callOutcome = toFlagOutcome(item);
  if (kind === 'command_execution') {
    const params = toJson({ command: item.command ?? null });
    return {
      name: 'exec_command',
      params,
      output: toText(item.aggregated_output) ?? '',
      callOutcome: toCommandOutcome(item) ?? callOutcome,
    };
  }
  if (kind === 'file_change') return { name: 'apply_patch', params: toJson({ changes: item.changes ?? [] }), output: '', callOutcome };
  if (kind === 'web_search') return { name: 'web_search', params: toJson({ query: item.query ?? null }), output: '', callOutcome };
  if (kind === 'todo_list') return { name: 'update_plan', params: toJson({ plan: item.items ?? [] }), output: '', callOutcome };
  if (kind !== 'mcp_tool_call' && kind !== 'collab_tool_call') return null;
  const failure = toText(toObject(item.error)?.message);
  const server = kind === 'mcp_tool_call' ? `mcp__${toName(item.server, 128) ?? ''}__` : '';
  return {
    name: `${server}${toName(item.tool, 128) ?? ''}`,
    params: toJson(item.arguments ?? { prompt: item.prompt ?? null }),
    output: failure ?? toObject(item.result)?.content ?? '',
    callOutcome: failure === null ? callOutcome : ofFlag(false),
  };
};

import { isRefused } from '../../domain/outcome-names.ts';
import { addLink } from '../links.ts';
import { toName } from '../narrow.ts';
import { addRecord, type LineContext } from './drafting.ts';
import { responseOf } from './line-keys.ts';
import { parseObject, toOutput } from './outcome.ts';
import { endProcess, noteCall, takeProcess, toCallKey, toWaiterOutcome } from './processes.ts';
import type { OutcomeDraft } from '../format.ts';
import type { Process } from './reader-state.ts';
import { toScriptOutcome } from './script.ts';

/** Adds a call and remembers its id, so that later lines about it are joined to it. */
export const addCall = (context: LineContext, nativeCallId: string | null, name: string, params: string, subtype: string | null = null) => {
  const { state } = context;
  addRecord(context, 'tool_call', '', { subtype, model: state.model, response: responseOf(state), call: { nativeCallId, name, params } });
  noteSearch(context, name, params);
  if (nativeCallId === null) return;
  state.calls.set(toCallKey(nativeCallId), name.endsWith('spawn_agent'));
  noteCall(state, nativeCallId, name, params);
};

/** A search is charged for; opening a page it found, or looking for words in it, is not. */
export const noteSearch = ({ state, isInherited }: LineContext, name: string, params: string): void => {
  if (name === 'web_search' && !isInherited && (toName(parseObject(params)?.type, 64) ?? 'search') === 'search') state.searches += 1;
};

/** Adds a result. `given` is how the item itself says that it ended; it wins over the text. */
export const addOutput = (context: LineContext, nativeCallId: string | null, output: unknown, given: OutcomeDraft | null): void => {
  const { state } = context;
  const { text, attachments, callOutcome, printedCodes = 0 } = toOutput(output);
  const known = isRefused(callOutcome.outcome) || callOutcome.outcome === 'running' ? callOutcome : (given ?? callOutcome);
  const process = nativeCallId === null ? null : takeProcess(state, nativeCallId, text, known.outcome === 'running');
  const child = isSpawn(context, nativeCallId) ? parseObject(text) : null;
  const isStarted =
    known.outcome === 'unknown' && [child?.agent_id, child?.thread_id, child?.task_name].some((id) => toName(id, 256) !== null);
  const result: OutcomeDraft = isStarted
    ? { ...known, outcome: 'ok', outcomeSource: 'text' }
    : process
      ? judge(process, text, known, printedCodes)
      : known;
  addRecord(context, 'tool_result', text, { attachments, result: { nativeCallId, ...result } });
  addLink(context.out, context.session, nativeCallId, toName(child?.agent_id, 256) ?? toName(child?.thread_id, 256));
  const outcomeOverride = process && result.outcome !== 'running' ? endProcess(state, process, result) : null;
  if (outcomeOverride) addRecord(context, 'meta', '', { subtype: 'process_end', outcomeOverride });
};

const judge = (process: Process, text: string, callOutcome: OutcomeDraft, printedCodes: number): OutcomeDraft =>
  process.needs === null ? toWaiterOutcome(process, callOutcome) : toScriptOutcome(process, text, callOutcome, printedCodes);

const isSpawn = ({ state }: LineContext, nativeCallId: string | null): boolean =>
  nativeCallId !== null && state.calls.get(toCallKey(nativeCallId)) === true;

/** Whether a call with this id was seen: on its own line, or in an earlier event. */
export const isMet = ({ state }: LineContext, nativeCallId: string | null): boolean =>
  nativeCallId !== null && state.calls.get(toCallKey(nativeCallId)) !== undefined;

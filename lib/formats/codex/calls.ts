import { fingerprintOf } from '../fingerprint.ts';
import { addLink } from '../links.ts';
import { toName } from '../narrow.ts';
import { addRecord, type LineContext } from './drafting.ts';
import { responseOf } from './line-keys.ts';
import { parseObject, toOutput } from './outcome.ts';
import type { Ending } from './reader-state.ts';

/** Adds a call and remembers its id, so that what tells of it later is joined to it. */
export const addCall = (context: LineContext, nativeCallId: string | null, name: string, params: string, subtype: string | null = null) => {
  const { state } = context;
  addRecord(context, 'tool_call', '', { subtype, model: state.model, response: responseOf(state), call: { nativeCallId, name, params } });
  if (nativeCallId !== null) state.calls.set(toCallKey(nativeCallId), name.endsWith('spawn_agent'));
};

/** A result. `given`: how the item itself says it ended, which counts more than what the text says. */
export const addOutput = (context: LineContext, nativeCallId: string | null, output: unknown, given: Ending | null): void => {
  const { text, attachments, ending } = toOutput(output);
  const known = ending.outcome === 'rejected' || ending.outcome === 'running' ? ending : (given ?? ending);
  addRecord(context, 'tool_result', text, { attachments, result: { nativeCallId, ...known } });
  if (nativeCallId === null || context.state.calls.get(toCallKey(nativeCallId)) !== true) return;
  const result = parseObject(text);
  addLink(context.out, context.session, nativeCallId, toName(result?.agent_id, 256) ?? toName(result?.thread_id, 256));
};

/** Whether a call with this id was met: its own line stands before, or another event told of it. */
export const isMet = ({ state }: LineContext, nativeCallId: string | null): boolean =>
  nativeCallId !== null && state.calls.get(toCallKey(nativeCallId)) !== undefined;

/** 72 bits: a thousand of them must fit in the state. */
const toCallKey = (nativeCallId: string): string => fingerprintOf(nativeCallId).slice(0, 12);

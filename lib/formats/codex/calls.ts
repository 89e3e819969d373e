import { fingerprintOf } from '../fingerprint.ts';
import { toName } from '../narrow.ts';
import { addRecord, type LineContext } from './drafting.ts';
import { responseOf } from './line-keys.ts';
import { parseObject, toOutput } from './outcome.ts';
import type { Ending, MetCall } from './reader-state.ts';

export const addCall = (context: LineContext, nativeCallId: string | null, name: string, params: string, subtype: string | null = null) => {
  const { state } = context;
  addRecord(context, 'tool_call', '', { subtype, model: state.model, response: responseOf(state), call: { nativeCallId, name, params } });
  if (nativeCallId !== null) state.calls.set(fingerprintOf(nativeCallId), { ending: null, spawns: name.endsWith('spawn_agent') });
};

/** A result. What an event said of its call before counts more than what the text says. `given`: how the item itself says it ended. */
export const addOutput = (context: LineContext, nativeCallId: string | null, output: unknown, given: Ending | null): void => {
  const { text, attachments, ending } = toOutput(output);
  const call = findCall(context, nativeCallId);
  const known = ending.outcome === 'rejected' || ending.outcome === 'running' ? ending : (call?.ending ?? given ?? ending);
  addRecord(context, 'tool_result', text, { attachments, result: { nativeCallId, ...known } });
  if (nativeCallId === null || call?.spawns !== true) return;
  const result = parseObject(text);
  addLink(context, nativeCallId, toName(result?.agent_id, 256) ?? toName(result?.thread_id, 256));
};

export const findCall = ({ state }: LineContext, nativeCallId: string | null): MetCall | undefined =>
  nativeCallId === null ? undefined : state.calls.get(fingerprintOf(nativeCallId));

/** Remembers how a call ended until its output comes. */
export const noteEnding = ({ state }: LineContext, nativeCallId: string, call: MetCall, ending: Ending): void => {
  state.calls.set(fingerprintOf(nativeCallId), { ...call, ending });
};

export const addLink = ({ out, session }: LineContext, nativeCallId: string | null, childNativeId: string | null): void => {
  if (nativeCallId === null || childNativeId === null || childNativeId === session) return;
  const isKnown = out.links.some((link) => link.nativeCallId === nativeCallId && link.childNativeId === childNativeId);
  if (!isKnown) out.links.push({ session, nativeCallId, childNativeId });
};

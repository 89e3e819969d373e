import type { RecordKind } from '../../domain/record.ts';
import type { RecordDraft } from '../format.ts';
import { addLink } from '../links.ts';
import { toJson, toName, toText } from '../narrow.ts';
import { claimId, claimPrompt, claimText, turnOf, type Claim } from './claims.ts';
import { addRecordDraft, type DraftingContext, type RecordFields } from '../record-drafting.ts';
import type { Channel, ReaderState } from './reader-state.ts';
import { toChildId, toOutcome, toResultText, type ToolEnd } from './tool-result.ts';

/** A line that is being drafted. */
export type LineContext = DraftingContext & { state: ReaderState; atMs: number | null };

/** Adds a record of the line. */
export const addRecord = (context: LineContext, kind: RecordKind, text: string, fields: RecordFields = {}): void => {
  addRecordDraft(context, kind, text, { nativeKey: null, atMs: context.atMs, ...fields });
};

/** Adds a record that other files may repeat, unless this file already had it. */
const addClaimed = (context: LineContext, claim: Claim | null, kind: RecordKind, text: string, fields: RecordFields = {}): void => {
  if (claim?.isCopy === true) return;
  addRecord(context, kind, text, claim ? { ...fields, nativeKey: claim.key, ownsKey: true } : fields);
};

export const addPrompt = (context: LineContext, text: string, fields: RecordFields = {}): void =>
  addClaimed(context, claimPrompt(context.state, context.session, text), 'prompt', text, fields);

/** Adds a text of the model, once. */
export const addSpoken = (
  context: LineContext,
  kind: 'response' | 'reasoning',
  text: string,
  channel: Channel,
  attachments: RecordDraft['attachments'] = [],
): void => {
  const { state, session } = context;
  if (text.trim() === '' && attachments.length === 0) return;
  const { response, model } = turnOf(state, session);
  addClaimed(context, claimText(state, session, kind, text, channel), kind, text, { attachments, response, model });
};

/** Adds a call; another one with its id is a copy. */
export const addCall = (context: LineContext, id: unknown, name: unknown, input: unknown, channel: Channel): void => {
  const { state, session } = context;
  const nativeCallId = toName(id, 256);
  const claim = nativeCallId === null ? null : claimId(state, session, 'call', nativeCallId, channel);
  const params = toText(input) ?? (input === undefined ? '' : toJson(input));
  const { response, model } = turnOf(state, session);
  const call = { nativeCallId, name: toName(name, 256) ?? 'unknown', params };
  addClaimed(context, claim, 'tool_call', '', { response, model, call });
};

/** Adds a result, and links the call to the session that the result names. */
export const addResult = (context: LineContext, id: unknown, end: ToolEnd, channel: Channel): void => {
  const { state, session, out } = context;
  const nativeCallId = toName(id, 256);
  const claim = nativeCallId === null ? null : claimId(state, session, 'result', nativeCallId, channel);
  addClaimed(context, claim, 'tool_result', toResultText(end), { result: { nativeCallId, ...toOutcome(end) } });
  addLink(out, session, nativeCallId, toChildId(end));
};

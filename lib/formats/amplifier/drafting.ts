import type { RecordKind } from '../../domain/record.ts';
import type { Drafts, Line, RecordDraft } from '../format.ts';
import { addLink } from '../links.ts';
import { toJson, toName, toText } from '../narrow.ts';
import { claimId, claimPrompt, claimText, turnOf, type Claim } from './claims.ts';
import type { Channel, ReaderState } from './reader-state.ts';
import { toChildId, toEnding, toResultText, type ToolEnd } from './tool-result.ts';

/** A line on its way into drafts: whose it is, and which of its records comes next. */
export type LineContext = {
  state: ReaderState;
  line: Line;
  session: string;
  atMs: number | null;
  out: Drafts;
  nextBlock: number;
};

type Extra = Partial<
  Pick<RecordDraft, 'nativeKey' | 'ownsKey' | 'subtype' | 'attachments' | 'model' | 'response' | 'unknown' | 'call' | 'result'>
>;

/** Adds a record of the line, behind those that it gave before. */
export const addRecord = (context: LineContext, kind: RecordKind, text: string, extra: Extra = {}): void => {
  const { line, session, out, atMs } = context;
  out.records.push({
    session,
    nativeKey: null,
    block: context.nextBlock++,
    line: line.number,
    offset: line.offset,
    bytes: line.bytes,
    lineHash: line.hash,
    kind,
    text,
    atMs,
    ...extra,
  });
};

/** A record that other files may tell too; nothing where this file told it before. */
const addClaimed = (context: LineContext, claim: Claim | null, kind: RecordKind, text: string, extra: Extra = {}): void => {
  if (claim?.isCopy === true) return;
  addRecord(context, kind, text, claim ? { ...extra, nativeKey: claim.key, ownsKey: true } : extra);
};

export const addPrompt = (context: LineContext, text: string, extra: Extra = {}): void =>
  addClaimed(context, claimPrompt(context.state, context.session, text), 'prompt', text, extra);

/** A text of the model, once. */
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

/** Adds a call; one whose id was told before is a copy of that one. */
export const addCall = (context: LineContext, id: unknown, name: unknown, input: unknown, channel: Channel): void => {
  const { state, session } = context;
  const nativeCallId = toName(id, 256);
  const claim = nativeCallId === null ? null : claimId(state, session, 'call', nativeCallId, channel);
  const params = toText(input) ?? (input === undefined ? '' : toJson(input));
  const { response, model } = turnOf(state, session);
  const call = { nativeCallId, name: toName(name, 256) ?? 'unknown', params };
  addClaimed(context, claim, 'tool_call', '', { response, model, call });
};

/** A result; where it names the session that the call started, the two are linked. */
export const addResult = (context: LineContext, id: unknown, end: ToolEnd, channel: Channel): void => {
  const { state, session, out } = context;
  const nativeCallId = toName(id, 256);
  const claim = nativeCallId === null ? null : claimId(state, session, 'result', nativeCallId, channel);
  addClaimed(context, claim, 'tool_result', toResultText(end), { result: { nativeCallId, ...toEnding(end) } });
  addLink(out, session, nativeCallId, toChildId(end));
};

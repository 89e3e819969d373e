import type { Tokens } from '../../domain/tokens.ts';
import { comparePromptVersions, toPrompt, toPromptVersion, type PromptVersion } from '../../trajectories/descriptor.ts';
import type { SnapshotEvent } from '../../trajectories/events.ts';
import { toToolOutcome } from '../../trajectories/tool-outcome.ts';
import type { Drafts, Line, ResultDraft } from '../format.ts';
import { toEpochMs } from '../instant.ts';
import { toCount, toJson, toList, toName, toObject, toText } from '../narrow.ts';
import { addRecordDraft, type RecordFields } from '../record-drafting.ts';

/** A snapshot whose new events are drafted, in the order of time. */
export type EventContext = {
  out: Drafts;
  line: Line;
  session: string;
  /** Time of the last event, and records so far: the place of the next record. */
  lastMs: number;
  placed: number;
  /** Changes of a prompt from the version before it, and the response of a call, by the event's key. */
  changes: ReadonlyMap<string, readonly string[]>;
  responses: ReadonlyMap<string, string>;
};

/** A record's block depends on its event alone, so that it has the same id in every later snapshot. Block 0 is the snapshot's own. */
const blocks = { rendered: 1, renderedChanged: 2, tool: 3, executed: 4, executedChanged: 5 };
const blocksAnEvent = 5;

/** Adds the records of an event. */
export const addEvent = (context: EventContext, event: SnapshotEvent): void => {
  context.lastMs = toEpochMs(event.atMs ?? NaN) ?? context.lastMs;
  drafters[event.kind](context, event);
  const changes = context.changes.get(event.key) ?? [];
  if (changes.length > 0)
    add(
      context,
      event,
      event.kind === 'rendered' ? blocks.renderedChanged : blocks.executedChanged,
      'system',
      `Prompt changed: ${changes.join(', ')}`,
      { subtype: 'prompt-changed' },
    );
};

const add = (
  context: EventContext,
  event: SnapshotEvent,
  block: number,
  kind: Parameters<typeof addRecordDraft>[1],
  text: string,
  fields: RecordFields = {},
): void => {
  const { out, line, session, lastMs } = context;
  addRecordDraft({ out, line, session, nextBlock: block + event.index * blocksAnEvent }, kind, text, {
    nativeKey: event.key,
    atMs: toEpochMs(event.atMs ?? NaN),
    order: [lastMs, line.number, context.placed++],
    ...fields,
  });
};

const addPrompt = (context: EventContext, event: SnapshotEvent): void =>
  add(context, event, blocks.rendered, 'prompt', toText(event.fields.rendered_prompt) ?? '');

const addCall = (context: EventContext, event: SnapshotEvent): void => {
  const { fields, key } = event;
  const nativeCallId = toName(fields.call_id, 256);
  const { isOk, message } = toToolOutcome(fields.result);
  const call = {
    nativeCallId,
    name: toName(fields.name, 256) ?? 'unknown',
    params: 'params' in fields ? toJson(fields.params) : '',
    isTimed: false,
  };
  const result: ResultDraft = { nativeCallId, outcome: isOk ? 'ok' : 'error', outcomeSource: isFlagged(fields.result) ? 'flag' : 'text' };
  const response = context.responses.get(key) ?? null;
  const usage = response === null ? null : toTokens(event);
  if (response !== null && usage)
    context.out.responses.push({ session: context.session, nativeId: response, model: null, tokens: usage, atMs: event.atMs });
  add(context, event, blocks.tool, 'tool_call', toOutput(fields, isOk ? '' : message), { call, result, response });
};

const isFlagged = (result: unknown): boolean => {
  const fields = toObject(result);
  return fields !== null && ('success' in fields || 'isError' in fields || 'is_error' in fields);
};

/** Output that the model was shown, or the texts of its parts if it has any; else why the call failed, or the call's result. */
const toOutput = ({ rendered_output: shown, result }: SnapshotEvent['fields'], failure: string): string => {
  const parts = toList(toObject(result)?.content) ?? [];
  const texts = parts.flatMap((part) => toText(toObject(part)?.text) ?? []);
  // Adapters render such a result as its JSON.
  const isJson = /^\s*(?:\{|$)/u.test(toText(shown) ?? '');
  if (isJson && texts.length > 0) return texts.join('\n');
  const text = toText(shown) ?? '';
  if (text !== '' || failure !== '') return text === '' ? failure : text;
  const value = toObject(result)?.value ?? toObject(result)?.message ?? result ?? '';
  return toText(value) ?? toJson(value);
};

const addAnswer = (context: EventContext, event: SnapshotEvent): void => {
  const result = toObject(event.fields.result);
  const output = result?.output ?? null;
  const text = toText(result?.text) ?? (output === null ? '' : (toText(output) ?? toJson(output)));
  const tokens = toTokens(event);
  const { session, out } = context;
  if (tokens) out.responses.push({ session, nativeId: event.key, model: null, tokens, atMs: toEpochMs(event.atMs ?? NaN) });
  add(context, event, blocks.executed, 'response', text, { response: tokens && event.key });
};

const drafters = { rendered: addPrompt, tool: addCall, executed: addAnswer };

/** Counts of Anthropic and of the Agent Client Protocol leave cached tokens out of the input; others hold them. */
const toTokens = ({ fields }: SnapshotEvent): Tokens | null => {
  const usage = toObject(fields.usage);
  const [all, cacheRead, output] = [toCount(usage?.input_tokens), toCount(usage?.cached_tokens), toCount(usage?.output_tokens)];
  if (all === null && cacheRead === null && output === null) return null;
  const isApart = /^(?:claude|anthropic)|acp$/u.test(toText(fields.adapter) ?? '');
  const input = all === null || isApart ? all : Math.max(0, all - (cacheRead ?? 0));
  return { input, cacheRead, cacheWrite: null, output, reasoning: null };
};

/** By key of an event: what its prompt changed of the version that was there before, where it changed. */
export const findPromptChanges = (events: readonly SnapshotEvent[]): Map<string, string[]> => {
  const versions = new Map<string, PromptVersion>();
  const changes = new Map<string, string[]>();
  for (const event of events) {
    const version = event.kind === 'tool' ? null : toPromptVersion(event);
    if (!version) continue;
    const prompt = toJson(toPrompt(event));
    const before = versions.get(prompt);
    if (before) changes.set(event.key, comparePromptVersions(before, version));
    versions.set(prompt, version);
  }
  return changes;
};

/**
 * By key of a call that names tokens: the id of the response that asked for it. All calls that one response asked for repeat its
 * tokens, so that equal ones in a row are one response.
 */
export const findResponses = (calls: readonly SnapshotEvent[]): Map<string, string> => {
  const responses = new Map<string, string>();
  let [last, id] = ['', ''];
  for (const { key, fields } of calls) {
    const usage = toObject(fields.usage) && toJson([fields.usage, fields.prompt_name]);
    if (usage !== null && usage !== last) id = key;
    if (usage !== null) responses.set(key, id);
    last = usage ?? '';
  }
  return responses;
};

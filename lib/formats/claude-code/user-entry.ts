import { toJson, toList, toName, toObject, toText, type JsonObject } from '../narrow.ts';
import { toBlocks, toContent, toMessageBlocks } from './content-blocks.ts';
import { addMalformed, addRecord, type LineContext } from './drafting.ts';
import { splitOperatorText, type Injected, type OperatorText } from './operator-text.ts';
import { isUndecided, toOutcome } from './outcome.ts';
import { addTaskNotices, isTaskNotice } from './task-notice.ts';
import type { OutcomeDraft } from '../format.ts';

/** A result, for what its call is joined to, and for lines that come later. `isUndecided`: refused by a person, or interrupted. */
export type MetResult = { nativeCallId: string | null; text: string; detail: unknown; callOutcome: OutcomeDraft; isUndecided: boolean };

/** Maps a user line: tool results, the operator's words, or text that the agent added. Returns the results. */
export const readUser = (context: LineContext): MetResult[] => {
  const { entry } = context;
  const blocks = toMessageBlocks(entry.message);
  // A text stays whole.
  const content = toText(entry.message?.content) ?? blocks;
  if (!blocks) {
    addMalformed(context, toJson(entry.value.message ?? null));
    return [];
  }
  const results = blocks.filter(isResult);
  if (results.length > 0) return readResults(context, blocks, results.length === 1 ? toDetail(entry.value) : null);
  const notices = blocks.flatMap((block) => toText(block.text) ?? []).filter(isTaskNotice);
  for (const notice of notices) addTaskNotices(context, notice);
  const others = notices.length === 0 ? content : blocks.filter((block) => !isTaskNotice(toText(block.text) ?? ''));
  if (notices.length > 0 && toList(others)?.length === 0) return [];
  const subtype = toInjectedSubtype(context);
  if (subtype === null) addPrompt(context, others);
  else addInjected(context, others, subtype);
  return [];
};

/** User text that nobody typed. If it is a single known element, the element's name is the subtype. */
const addInjected = (context: LineContext, content: unknown, subtype: string) => {
  const { text, attachments } = toContent(content);
  const { words, injected } = splitOperatorText(text, context.isChild);
  const only = words === '' && injected.length === 1 && subtype === 'injected' ? injected[0] : undefined;
  addRecord(context, 'system', only?.text ?? text, { subtype: only?.subtype ?? subtype, attachments });
};

/** The operator's words as a prompt; text around them follows as system records of the same turn. */
export const addPrompt = (context: LineContext, content: unknown): void => {
  const blocks = toBlocks(content) ?? [];
  const injected: Injected[] = [];
  const kinds: OperatorText['kind'][] = [];
  const words = blocks.flatMap((block) => {
    const text = toText(block.text);
    if (text === null) return [];
    const split = splitOperatorText(text, context.isChild);
    injected.push(...split.injected);
    kinds.push(split.kind);
    return split.words === '' ? [] : [split.words];
  });
  const { text: others, attachments } = toContent(blocks.filter((block) => toText(block.text) === null));
  if (others !== '') words.push(others);
  // Words beside other words or an image are part of a request.
  const subtype = words.length === 1 && attachments.length === 0 ? (kinds.find((kind) => kind !== null) ?? null) : null;
  if (words.length > 0 || attachments.length > 0)
    addRecord(context, subtype === 'local-command' ? 'system' : 'prompt', words.join('\n\n'), { attachments, subtype });
  for (const { subtype, text } of injected) addRecord(context, 'system', text, { subtype });
  if (context.nextBlock === 0) addRecord(context, 'meta', '', { subtype: 'empty' });
};

const isResult = (block: JsonObject): boolean => block.type === 'tool_result';

/** The agent's details of a result; streamed output spells the key differently. */
const toDetail = (value: JsonObject): unknown => value.toolUseResult ?? value.tool_use_result ?? null;

const readResults = (context: LineContext, blocks: readonly JsonObject[], detail: unknown): MetResult[] =>
  blocks.flatMap((block) => {
    if (!isResult(block)) {
      const { text, attachments } = toContent([block]);
      addRecord(context, 'system', text, { subtype: 'beside_result', attachments });
      return [];
    }
    const { text, attachments } = toContent(block.content);
    const nativeCallId = toName(block.tool_use_id, 256);
    const callOutcome = toOutcome(block, text, detail, context.entry.value);
    const outputFile = findOutputFile(text, detail);
    addRecord(context, 'tool_result', text, {
      attachments,
      ...(outputFile !== null && { outputFile }),
      result: { nativeCallId, ...callOutcome },
    });
    return [{ nativeCallId, text, detail, callOutcome, isUndecided: isUndecided(context.entry.value, text, callOutcome) }];
  });

const savedTo = /^<persisted-output>\n[^\n]{0,200}saved to: ([^\n]{1,4096})\n/u;

/** The file in `tool-results` that holds the whole of a long output; null where the result is whole. */
const findOutputFile = (text: string, detail: unknown): string | null => {
  const path = toText(toObject(detail)?.persistedOutputPath) ?? savedTo.exec(text)?.[1] ?? null;
  return path?.split(/[/\\]/u).at(-1)?.trim() || null;
};

/** Subtype of a user line that nobody typed; null for a prompt. */
const toInjectedSubtype = ({ entry, isChild }: LineContext): string | null => {
  const { value } = entry;
  if (value.isCompactSummary === true) return 'compact_summary';
  if (entry.isMeta) return 'injected';
  if (isChild) return null;
  const origin = toName(toObject(value.origin)?.kind, 64);
  if (origin !== null && origin !== 'human') return origin;
  return value.promptSource === 'system' ? 'injected' : null;
};

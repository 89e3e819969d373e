import type { SummarySentence, TurnRecord } from '../domain/summary.ts';
import { clipText } from '../print/cut-text.ts';
import { maxRationaleChars, maxRationaleTools } from './limits.ts';
import { quote } from './quote.ts';
import { listSentences, type Sentence } from './sentences.ts';

/** How an agent says what it is about to do, and why. */
const intent =
  /\b(?:let me|let's|i'll|i will|i'm going to|i am going to|i need to|i should|we need to|going to|first|next|now|then|to (?:see|check|find|verify|confirm|understand|make sure|look|run|test|fix|get|ensure))\b/iu;

/** Names that end a ReAct loop or note its failure; they are no tools. */
const noTools: readonly string[] = ['finish', 'error'];

/** Whether a called name is that of a tool. */
export const isTool = (name: string): boolean => !noTools.includes(name);

const listTools = (records: readonly TurnRecord[]): string[] => [
  ...new Set(records.flatMap(({ kind, tool }) => (kind === 'tool_call' && tool !== null && isTool(tool) ? [tool] : []))),
];

/** Texts that are searched for reasons: agents that give none never do. */
const maxLooked = 60;

/** The last sentence that says what comes next, else the last one. */
const findReason = (record: TurnRecord): Sentence | null => {
  const sentences = listSentences(record);
  return sentences.findLast(({ text }) => intent.test(text)) ?? sentences.at(-1) ?? null;
};

/** The text right before the first call of each tool that has one: what stands between it and the result before, or the prompt. */
const findReasons = (records: readonly TurnRecord[]): Map<string, Sentence> => {
  const reasons = new Map<string, Sentence>();
  let leading: TurnRecord[] = [];
  let found: Sentence | undefined;
  let looked = 0;
  for (const record of records) {
    const isText = record.kind === 'reasoning' || record.kind === 'response';
    if (isText) leading.push(record);
    else if (record.kind === 'tool_result' || record.kind === 'prompt') leading = [];
    if (isText || leading.length === 0) found = undefined;
    if (record.kind !== 'tool_call' || record.tool === null || reasons.has(record.tool)) continue;
    // The nearest text that says anything; the same one for calls that were made together.
    for (let at = leading.length - 1; found === undefined && at >= 0 && looked < maxLooked; at -= 1) {
      found = findReason(leading[at] ?? record) ?? undefined;
      looked += 1;
    }
    if (found) reasons.set(record.tool, found);
  }
  return reasons;
};

/** Why tools were called, in the order of their first use: quoted sentences of the agent, each behind the names of its tools. */
export const explainTools = (records: readonly TurnRecord[]): { text: string; sentences: SummarySentence[] } => {
  const tools = listTools(records);
  const reasons = findReasons(records);
  const groups = new Map<Sentence, string[]>();
  for (const tool of tools) {
    const reason = reasons.get(tool);
    if (reason) groups.set(reason, [...(groups.get(reason) ?? []), tool]);
  }
  const parts: string[] = [];
  const sentences: SummarySentence[] = [];
  for (const [reason, names] of [...groups].slice(0, maxRationaleTools)) {
    const text = quote(reason.text.replace(/:$/u, ''));
    parts.push(`${names.join(', ')}: “${text}”`);
    sentences.push({ field: 'tools_rationale', text, record_id: reason.recordId, seq: reason.seq });
  }
  const silent = tools.filter((tool) => !reasons.has(tool));
  if (silent.length > 0) parts.push(`No reason given for ${silent.join(', ')}.`);
  return { text: clipText(parts.join('\n'), maxRationaleChars), sentences };
};

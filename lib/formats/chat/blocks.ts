import { toPartsContent, type PartsContent } from '../elements/content-parts.ts';
import { toJson, toList, toName, toObject, toText, type JsonObject } from '../narrow.ts';

/** A part of content that is no text: calls, results and thoughts, as Anthropic's messages and the AI SDK hold them. */
export type Block =
  | { kind: 'call'; nativeCallId: string | null; name: string; params: string }
  | { kind: 'result'; nativeCallId: string | null; content: PartsContent; isError: boolean | null }
  | { kind: 'thought'; text: string };

export type Blocks = { blocks: Block[]; rest: PartsContent };

/** Takes content apart: its blocks in their order, and what is left, as one text. */
export const splitContent = (content: unknown): Blocks => {
  const parts = toList(content);
  if (!parts) return { blocks: [], rest: toPartsContent(content) };
  const blocks: Block[] = [];
  const others: unknown[] = [];
  for (const part of parts) {
    const block = toBlock(toObject(part) ?? {});
    if (block) blocks.push(block);
    else others.push(part);
  }
  return { blocks, rest: toPartsContent(others) };
};

const toBlock = (part: JsonObject): Block | null => {
  switch (part.type) {
    case 'thinking':
    case 'reasoning': {
      const text = toText(part.thinking) ?? toText(part.text) ?? toText(part.reasoning);
      return text === null ? null : { kind: 'thought', text };
    }
    case 'redacted_thinking':
      return { kind: 'thought', text: '' };
    case 'tool_use':
    case 'tool-call': {
      const input = part.input ?? part.args ?? {};
      const name = toName(part.name, 256) ?? toName(part.toolName, 256) ?? 'unknown';
      return {
        kind: 'call',
        nativeCallId: toName(part.id, 256) ?? toName(part.toolCallId, 256),
        name,
        params: toText(input) ?? toJson(input),
      };
    }
    case 'tool_result':
      return {
        kind: 'result',
        nativeCallId: toName(part.tool_use_id, 256),
        content: toPartsContent(part.content),
        isError: part.is_error === true,
      };
    case 'tool-result':
      return { kind: 'result', nativeCallId: toName(part.toolCallId, 256), content: toOutput(part), isError: toFlag(part) };
    default:
      return null;
  }
};

/** The AI SDK's `result`, or its later `output`, which says of what type its value is. */
const toOutput = (part: JsonObject): PartsContent => {
  const output = toObject(part.output);
  return toPartsContent(output && 'value' in output ? output.value : (part.result ?? part.output));
};

const toFlag = (part: JsonObject): boolean | null => {
  if (typeof part.isError === 'boolean') return part.isError;
  const type = toText(toObject(part.output)?.type);
  return type === null ? null : type.startsWith('error');
};

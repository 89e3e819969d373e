import { toObject, toText, type JsonObject } from '../narrow.ts';
import { parseJson } from '../../domain/parse-json.ts';

/** Messages of ShareGPT: `{from, value}`. */
const roles: Readonly<Record<string, string>> = {
  human: 'user',
  user: 'user',
  gpt: 'assistant',
  chatgpt: 'assistant',
  assistant: 'assistant',
  system: 'system',
  function_call: 'call',
  tool_call: 'call',
  observation: 'tool',
  tool: 'tool',
  function_response: 'tool',
  tool_response: 'tool',
};

const toRole = (message: JsonObject): string | undefined => {
  const from = toText(message.from)?.toLowerCase() ?? '';
  return Object.hasOwn(roles, from) ? roles[from] : undefined;
};

export const isShareGptMessage = (message: JsonObject): boolean => toRole(message) !== undefined && Object.hasOwn(message, 'value');

/** The same message as chat writes it; what is no message of ShareGPT stays as it is. */
export const toChatMessage = (message: JsonObject): JsonObject => {
  const role = toRole(message);
  if (role === undefined || Object.hasOwn(message, 'role')) return message;
  const { from: _from, value, ...rest } = message;
  if (role === 'call') return { ...rest, role: 'assistant', content: null, tool_calls: [{ function: toCalled(value) }] };
  return { ...rest, role, content: value };
};

/** Name and arguments of a call, which are written as JSON text; other text is its arguments. */
const toCalled = (value: unknown): JsonObject => toObject(value) ?? parseObject(toText(value) ?? '') ?? { arguments: value };

const parseObject = (text: string): JsonObject | null => {
  try {
    return toObject(parseJson(text));
  } catch {
    return null;
  }
};

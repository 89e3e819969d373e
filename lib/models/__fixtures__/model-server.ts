import { openReceiver, type Respond } from '../../services/deliveries/__fixtures__/receiver.ts';
import type { ModelAccess } from '../access.ts';
import type { ModelRequest } from '../model-request.ts';
import { redact } from '../../redaction/redact.ts';

/** Request fields that tests look at; the rest follows the protocols. */
type AnthropicRequest = {
  model: string;
  max_tokens: number;
  system: { text: string }[];
  messages: { role: string; content: { text: string }[] }[];
  output_config?: { format: { type: string; schema: { required: string[] } } };
  tools?: { name: string; input_schema: { required: string[] } }[];
  tool_choice?: { type: string; name: string };
};
type OpenAiRequest = {
  model: string;
  max_tokens?: number;
  messages: { role: string; content: string }[];
  response_format: { type: string; json_schema?: { strict: boolean; schema: { required: string[] } } };
};

/** A provider's side of the wire: what it is asked, and how it answers. `text` is what the model writes. */
export type Wire = {
  access: Omit<ModelAccess, 'baseUrl'>;
  path: string;
  authorization: readonly [header: string, value: string];
  readSystem: (body: string) => string;
  readPrompt: (body: string) => string;
  toBody: (text: string, asked: string) => unknown;
  toError: (message: string) => unknown;
};

export const anthropicWire = (model: string): Wire => ({
  access: { provider: 'anthropic', model, key: 'test-key-of-anthropic' },
  path: '/v1/messages',
  authorization: ['x-api-key', 'test-key-of-anthropic'],
  readSystem: (body) => (JSON.parse(body) as AnthropicRequest).system.map(({ text }) => text).join(''),
  readPrompt: (body) => (JSON.parse(body) as AnthropicRequest).messages.flatMap(({ content }) => content.map(({ text }) => text)).join(''),
  toBody: (text, asked) => {
    const isTool = (JSON.parse(asked) as AnthropicRequest).tools !== undefined;
    return {
      id: 'msg_1',
      type: 'message',
      role: 'assistant',
      model,
      content: isTool ? [{ type: 'tool_use', id: 'toolu_1', name: 'json', input: JSON.parse(text) as unknown }] : [{ type: 'text', text }],
      stop_reason: isTool ? 'tool_use' : 'end_turn',
      stop_sequence: null,
      usage: { input_tokens: 1_000, cache_creation_input_tokens: 0, cache_read_input_tokens: 0, output_tokens: 100 },
    };
  },
  toError: (message) => ({ type: 'error', error: { type: 'some_error', message } }),
});

export const openaiWire = (model: string): Wire => ({
  access: { provider: 'openai', model, key: 'test-key-of-openai' },
  path: '/v1/chat/completions',
  authorization: ['authorization', 'Bearer test-key-of-openai'],
  readSystem: (body) => (JSON.parse(body) as OpenAiRequest).messages.find(({ role }) => role === 'system')?.content ?? '',
  readPrompt: (body) => (JSON.parse(body) as OpenAiRequest).messages.find(({ role }) => role === 'user')?.content ?? '',
  toBody: (text) => ({
    id: 'chatcmpl-1',
    object: 'chat.completion',
    created: 1_700_000_000,
    model,
    choices: [{ index: 0, message: { role: 'assistant', content: text }, finish_reason: 'stop' }],
    usage: { prompt_tokens: 1_000, completion_tokens: 100, total_tokens: 1_100 },
  }),
  toError: (message) => ({ error: { message, type: 'some_error', param: null, code: null } }),
});

export const readAnthropic = (body: string): AnthropicRequest => JSON.parse(body) as AnthropicRequest;
export const readOpenAi = (body: string): OpenAiRequest => JSON.parse(body) as OpenAiRequest;

const json = { 'content-type': 'application/json' };
export type Reply = (wire: Wire) => Respond;

/** The model writes this text. */
export const write =
  (text: string): Reply =>
  (wire) =>
  (response, { body }) =>
    void response.writeHead(200, json).end(JSON.stringify(wire.toBody(text, body)));

/** The server refuses. */
export const refuse =
  (status: number, message: string, headers: Record<string, string> = {}): Reply =>
  (wire) =>
  (response) =>
    void response.writeHead(status, { ...json, ...headers }).end(JSON.stringify(wire.toError(message)));

/** The server takes the request and never answers. */
export const hang: Reply = () => () => undefined;

/** The server sends these bytes with status 200, then ends, or not. */
export const sendRaw =
  (text: string, ends = true): Reply =>
  () =>
  (response) => {
    response.writeHead(200, json);
    if (ends) response.end(text);
    else response.write(text);
  };

/** The server closes the connection. */
export const hangUp: Reply = () => (response) => void response.destroy();

export const redirect =
  (location: string): Reply =>
  () =>
  (response) =>
    void response.writeHead(307, { location }).end();

/** A server that answers each request with the next reply, and all after the last one with that. */
export const openModelServer = async (wire: Wire, replies: readonly Reply[]) => {
  let at = 0;
  const receiver = await openReceiver((response, received) => {
    const reply = replies[Math.min(at, replies.length - 1)];
    at += 1;
    reply?.(wire)(response, received);
  });
  return { ...receiver, access: { ...wire.access, baseUrl: `http://127.0.0.1:${receiver.port}/v1` } };
};

/** A request of its own for each call. */
export const buildRequest = (): ModelRequest => ({
  instructions: redact('Answer with a word.'),
  prompt: redact('Which one?'),
  answer: {
    name: 'word',
    schema: { type: 'object', properties: { word: { type: 'string' } }, required: ['word'], additionalProperties: false },
  },
  maxOutputTokens: 50,
});

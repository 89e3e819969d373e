import { afterEach, expect, it } from 'vitest';
import type { Receiver } from '../services/deliveries/__fixtures__/receiver.ts';
import {
  anthropicWire,
  buildRequest,
  hang,
  openaiWire,
  openModelServer,
  readOpenAi,
  refuse,
  sendRaw,
  write,
  type Reply,
} from './__fixtures__/model-server.ts';
import { makeAskModel } from './ask.ts';

let open: Receiver[] = [];
afterEach(async () => {
  await Promise.all(open.map((server) => server.close()));
  open = [];
});

const start = async (wire: ReturnType<typeof openaiWire>, replies: readonly Reply[]) => {
  const { access, ...server } = await openModelServer(wire, replies);
  open.push(server);
  return { ask: makeAskModel({ access, now: () => 0 }), received: server.received };
};

it.each([
  ['Anthropic', anthropicWire('claude-haiku-4-5')],
  ['a server compatible with OpenAI', openaiWire('local')],
])('gives the text of %s as it is, and why there is none, in a form that can be told apart', async (_, wire) => {
  const { ask } = await start(wire, [
    write('Not even JSON'),
    refuse(429, 'Slow down', { 'retry-after': '3' }),
    refuse(429, 'Slow down', { 'retry-after': '30' }),
    refuse(404, 'No such model'),
    sendRaw('<html>'),
    hang,
  ]);
  const answers = [];
  for (let at = 0; at < 6; at += 1) answers.push(await ask(buildRequest(), { timeoutMs: at === 5 ? 40 : 5_000 }));
  expect(answers).toEqual([
    { text: 'Not even JSON', usage: expect.objectContaining({ inputTokens: 1_000, outputTokens: 100 }) },
    { text: null, problem: 'HTTP 429: Slow down.', status: 429, retryInMs: 3_000 },
    { text: null, problem: 'HTTP 429, wait 30 s: Slow down.', status: 429, retryInMs: null, restMs: 30_000 },
    { text: null, problem: 'HTTP 404: No such model.', status: 404, retryInMs: null, restMs: 60_000 },
    { text: null, problem: expect.stringMatching(/^The response cannot be read: /u), retryInMs: 1_000 },
    { text: null, problem: 'No answer within 0.04 s.', isTimeout: true, retryInMs: 0 },
  ]);
});

it('asks a server without schemas for JSON when the same request comes again, and no other one until that was answered', async () => {
  const { ask, received } = await start(openaiWire('local'), [
    refuse(400, 'json_schema is not supported'),
    refuse(500, 'Internal error'),
    refuse(422, 'json_schema is not supported'),
    write('{}'),
    write('{}'),
  ]);
  const [first, second] = [buildRequest(), buildRequest()];
  const options = { timeoutMs: 5_000 };
  expect(await ask(first, options)).toMatchObject({ text: null, status: 400, retryInMs: 0 });
  expect(await ask(first, options)).toMatchObject({ text: null, status: 500 });
  expect(await ask(second, options)).toMatchObject({ text: null, status: 422, retryInMs: 0 });
  expect(await ask(second, options)).toMatchObject({ text: '{}' });
  expect(await ask(buildRequest(), options)).toMatchObject({ text: '{}' });
  const formats = received.map(({ body }) => readOpenAi(body).response_format.type);
  expect(formats).toEqual(['json_schema', 'json_object', 'json_schema', 'json_object', 'json_object']);
});

it.each([
  ['<think>\nThe {test} failed.\n</think>\n\n{"word":"this"}', '\n\n{"word":"this"}'],
  [' <think></think>```json\n{"word":"this"}\n```', '```json\n{"word":"this"}\n```'],
  ['<think>Still at it', ''],
  ['{"word":"<think>"}', '{"word":"<think>"}'],
])('takes the reasoning away that a server leaves in front: %j', async (written, text) => {
  const { ask } = await start(openaiWire('local'), [write(written)]);
  expect(await ask(buildRequest(), { timeoutMs: 5_000 })).toMatchObject({ text });
});

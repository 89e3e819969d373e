import fc from 'fast-check';
import { expect, it } from 'vitest';
import { fuzz } from '../../e2e/fuzz.ts';
import { buildRequest } from '../models/__fixtures__/model-server.ts';
import { askWithRetries } from '../models/ask-with-retries.ts';
import { makeScriptedModels, parseScript } from './script.ts';

const play = (text: string) => {
  const { script, problems } = parseScript(text);
  if (!script) throw new Error(JSON.stringify(problems));
  const waits: number[] = [];
  const wait = async (ms: number, signal: AbortSignal | undefined) => {
    signal?.throwIfAborted();
    waits.push(ms);
  };
  return { models: makeScriptedModels({ script, wait }), waits, wait };
};
const options = { timeoutMs: 30_000 };

it('answers each reviewer in order, the last answer again and again, and all others by *', async () => {
  const { models } = play(`
answers:
  - { reviewer: Security, answer: first, times: 2 }
  - { answer: for all }
  - { reviewer: Security, answer: { observations: [] } }
`);
  const ask = async (reviewer: string) => (await models(reviewer)(buildRequest(), options)).text;
  const texts = [];
  for (const reviewer of ['Security', 'Logic', 'Security', 'Security', 'Logic', 'Security']) texts.push(await ask(reviewer));
  expect(texts).toEqual(['first', 'for all', 'first', '{"observations":[]}', 'for all', '{"observations":[]}']);
});

it('counts tokens unless they are given', async () => {
  const { models } = play('answers: [{ answer: abcdef }, { answer: "", usage: { input_tokens: 7, output_tokens: 5 } }]');
  const request = buildRequest();
  const length = request.instructions.length + request.prompt.length;
  expect(await models('a')(request, options)).toMatchObject({ usage: { inputTokens: Math.ceil(length / 3), outputTokens: 2 } });
  expect(await models('a')(request, options)).toMatchObject({ text: '', usage: { inputTokens: 7, outputTokens: 5 } });
});

it('fails as a model does, so that retries and deadlines can be rehearsed', async () => {
  const { models, waits, wait } = play(`
answers:
  - fail: 429
  - fail: garbage
    delay_ms: 50
  - answer: done
  - fail: timeout
  - { answer: late, delay_ms: 40000 }
`);
  const deps = { ask: models('a'), model: 'claude-haiku-4-5', now: () => 0, random: () => 0, wait };
  const asked = await askWithRetries(deps, buildRequest(), options);
  expect(asked).toMatchObject({ answer: { text: 'done' }, spend: { calls: 3, output_tokens: 2 } });
  expect(asked.spend.cost_usd).toBeGreaterThan(0);
  expect(waits).toEqual([0, 1_000, 50, 2_000, 0]);
  const timeout = { text: null, problem: 'No answer within 30 s.', retryInMs: 0, isTimeout: true };
  expect(await models('a')(buildRequest(), options)).toEqual(timeout);
  expect(await models('a')(buildRequest(), options)).toEqual(timeout);
  expect(waits.slice(5)).toEqual([30_000, 30_000]);
});

it('says that a reviewer has no answer', async () => {
  const { models } = play('answers: [{ reviewer: a, answer: x }]');
  const problem = 'The script has no answer for b, and none for *.';
  expect(await models('b')(buildRequest(), options)).toEqual({ text: null, problem, retryInMs: null });
});

it('is abandoned', async () => {
  const { models } = play('answers: [{ answer: x }]');
  const signal = AbortSignal.abort(new Error('canceled'));
  await expect(models('a')(buildRequest(), { ...options, signal })).rejects.toThrow('canceled');
});

it.each([
  ['', [{ line: null, key: '', message: 'A script has the key answers, with a list.' }]],
  ['answers:\n  - answer: [', [{ line: 2, key: '', message: expect.stringMatching(/^Flow sequence/u) }]],
  ['answers:\n  - { reviewer: a }', [{ line: 2, key: 'answers.0', message: 'Give either answer or fail.' }]],
  ['answers:\n  - answer: a\n    fail: 500', [{ line: 2, key: 'answers.0', message: 'Give either answer or fail.' }]],
  ['answers:\n  - answer: a\n    delay: 5', [{ line: 3, key: 'answers.0.delay', message: 'Unknown key delay. Did you mean delay_ms?' }]],
  ['answers:\n  - fail: 404', [{ line: 2, key: 'answers.0.fail', message: 'must be 429, 500, timeout or garbage.' }]],
  ['{\n"answers": [\n{"answer": "a", "times": 0}]}', [{ line: 3, key: 'answers.0.times', message: expect.stringContaining('at least 1') }]],
])('says what is wrong with %j, and where', (text, problems) => {
  expect(parseScript(text)).toEqual({ script: null, problems });
});

it('never throws, and says what is wrong in sentences', () => {
  const whole = 'answers:\n  - { reviewer: a, answer: { observations: [] }, delay_ms: 5, times: 2 }\n  - fail: timeout\n';
  const mutated = fc.tuple(fc.nat(whole.length), fc.nat(9), fc.string({ maxLength: 6 })).map(([at, length, text]) => {
    return whole.slice(0, at) + text + whole.slice(at + length);
  });
  fc.assert(
    fc.property(fc.oneof(fc.string({ unit: 'binary' }), fc.json(), mutated), (text) => {
      const { script, problems } = parseScript(text);
      expect(script === null).toBe(problems.length > 0);
      expect(problems.filter(({ message }) => !/[.!?]$/u.test(message))).toEqual([]);
    }),
    fuzz(200),
  );
});

import { expect, it } from 'vitest';
import { reduceBytes } from '../__fixtures__/reduce-bytes.ts';
import { codexFormats } from './formats.ts';

const at = (second: number) => new Date(Date.UTC(2026, 5, 8, 11, 39) + second * 1000).toISOString();
const meta = (second: number, id: string, more: object = {}) => ({ timestamp: at(second), type: 'session_meta', payload: { id, ...more } });
const event = (second: number, payload: object) => ({ timestamp: at(second), type: 'event_msg', payload });
const usage = (input: number, output: number) => ({
  input_tokens: input,
  cached_input_tokens: 0,
  output_tokens: output,
  total_tokens: input + output,
});
const count = (second: number, last: [number, number], total: [number, number]) =>
  event(second, { type: 'token_count', info: { last_token_usage: usage(...last), total_token_usage: usage(...total) } });
const turn = (second: number, id: string, beganAt?: number) =>
  event(second, { type: 'task_started', turn_id: id, ...(beganAt === undefined ? {} : { started_at: Date.parse(at(beganAt)) / 1000 }) });

const reduceFixture = async (...lines: object[]) => {
  const [format] = codexFormats;
  if (!format) throw new Error('Rollouts are the first format.');
  const text = lines.map((line) => `${JSON.stringify(line)}\n`).join('');
  return reduceBytes(format, Buffer.from(text), '/logs/a.jsonl', 1);
};
const tokensOf = async (...lines: object[]) => (await reduceFixture(...lines)).responses.map(({ tokens }) => [tokens.input, tokens.output]);

it.each([
  ['turns that begin before the file, which are copied for longer than a moment', -70_000],
  ['turns that do not say when they began', undefined],
])('a fork counts nothing of its parent, though that is not there: %s', async (_name, began) => {
  const tokens = await tokensOf(
    meta(0, 'fork', { forked_from_id: 'parent' }),
    meta(0.001, 'parent'),
    turn(0.1, 'old-one', began),
    count(0.9, [100_000, 1000], [100_000, 1000]),
    turn(1.2, 'old-two', began),
    count(2.1, [130_000, 1000], [230_000, 2000]),
    turn(1256, 'new', began === undefined ? undefined : 1256),
    count(1316, [5000, 500], [235_000, 2500]),
  );
  expect(tokens).toEqual([[5000, 500]]);
});

it('a subagent that begins at once counts its first response', async () => {
  const tokens = await tokensOf(
    meta(0, 'child', { parent_thread_id: 'parent' }),
    meta(0.001, 'parent'),
    turn(0.1, 'old', -60),
    count(0.2, [100_000, 1000], [100_000, 1000]),
    turn(0.3, 'new', 0),
    count(1.4, [90, 9], [100_090, 1009]),
  );
  expect(tokens).toEqual([[90, 9]]);
});

it('a fork without a copy counts from its first response on', async () => {
  const tokens = await tokensOf(
    meta(0, 'fork', { forked_from_id: 'parent' }),
    turn(0.1, 'new', 0),
    count(0.3, [1000, 50], [1000, 50]),
    count(0.9, [1000, 40], [2000, 90]),
    count(66, [1000, 30], [3000, 120]),
  );
  expect(tokens).toEqual([
    [1000, 50],
    [1000, 40],
    [1000, 30],
  ]);
});

it('searches are charged to the response that asked for them, pages that were opened are not, and those of a parent are its own', async () => {
  const item = (second: number, id: string, action: object) => ({
    timestamp: at(second),
    type: 'response_item',
    payload: { type: 'web_search_call', id, status: 'completed', action },
  });
  const { responses } = await reduceFixture(
    meta(0, 'fork', { forked_from_id: 'parent' }),
    meta(0.001, 'parent'),
    turn(0.1, 'old', -60),
    item(0.2, 'ws-0', { type: 'search', query: 'before' }),
    count(0.3, [1000, 50], [1000, 50]),
    turn(60, 'new', 60),
    event(61, { type: 'web_search_end', call_id: 'ws-1', query: 'now', action: { type: 'search', query: 'now' } }),
    item(61, 'ws-1', { type: 'search', query: 'now' }),
    item(62, 'ws-2', { type: 'open_page', url: 'https://example.org' }),
    item(63, 'ws-3', { type: 'search', query: 'again' }),
    count(64, [1000, 40], [2000, 90]),
    count(65, [1000, 30], [3000, 120]),
  );
  expect(responses.map(({ tokens, webSearches }) => [tokens.input, webSearches])).toEqual([
    [1000, 2],
    [1000, null],
  ]);
});

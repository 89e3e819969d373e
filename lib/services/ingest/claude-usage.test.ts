import { expect, it } from 'vitest';
import { unknownTokens } from '../../domain/tokens.ts';
import { brief, mainSession, reduceSession } from '../../formats/__fixtures__/claude-code.ts';
import { reduceBytes } from '../../formats/__fixtures__/reduce-bytes.ts';
import { claudeCodeFormats } from '../../formats/claude-code/formats.ts';
import type { ResponseDraft } from '../../formats/format.ts';
import { mergeResponses, toResponseRow } from './to-rows.ts';

const fixtures = '../../../services/ingest/__fixtures__';
const noCache = { cache_read_input_tokens: 0, cache_creation_input_tokens: 0 };
/** An answer that an advisor was asked for. No fixture: exports of steps have no place for what was asked beside an answer. */
const advised = {
  type: 'assistant',
  sessionId: mainSession,
  uuid: 'a1',
  message: {
    id: 'm5',
    role: 'assistant',
    model: 'claude-opus-4-7',
    content: [
      { type: 'server_tool_use', id: 's1', name: 'advisor', input: {} },
      { type: 'advisor_tool_result', tool_use_id: 's1', content: { type: 'advisor_result', text: 'Count them twice.' } },
      { type: 'text', text: 'Counted twice.' },
    ],
    stop_reason: 'end_turn',
    usage: {
      ...{ input_tokens: 10, output_tokens: 100, ...noCache },
      iterations: [
        { type: 'message', input_tokens: 5, output_tokens: 50, ...noCache },
        { type: 'advisor_message', model: 'claude-sonnet-4-6', input_tokens: 1_000, output_tokens: 200, ...noCache },
        { type: 'compaction', input_tokens: 30, output_tokens: 40, ...noCache },
      ],
      server_tool_use: { web_search_requests: 3 },
    },
  },
};

const readResponses = async (drafts = reduceSession(`${fixtures}/usage.jsonl`)) => {
  const { responses, records, sessions } = await drafts;
  const merged = new Map<string, ResponseDraft>();
  for (const draft of responses) {
    const known = merged.get(draft.nativeId);
    merged.set(draft.nativeId, known ? mergeResponses(known, draft) : draft);
  }
  return { records, sessions, rows: new Map([...merged].map(([id, draft]) => [id, toResponseRow(draft, 's')])) };
};

it('knows a count from when the answer began by a text that is too long for it, until the final count comes', async () => {
  const { rows } = await readResponses();
  expect(['m1', 'm2', 'm3', 'm6'].map((id) => [rows.get(id)?.tokens.output, rows.get(id)?.isPartial])).toEqual([
    [3, true],
    [60, false],
    [2, null],
    [2, false],
  ]);
});

it('takes counts that are all zero for unknown, unless the response failed', async () => {
  const { rows } = await readResponses();
  expect(rows.get('m4')).toMatchObject({ tokens: unknownTokens, costUsd: null });
  const zero = { input: 0, cacheRead: 0, cacheWrite: 0, output: 0, reasoning: null };
  const failed = { session: 's', nativeId: 'f', model: 'claude-opus-4-7', tokens: zero, failed: true, atMs: null };
  expect(toResponseRow(failed, 's')).toMatchObject({ tokens: zero, costUsd: 0 });
});

it('counts an advisor and a compaction beside the answer, each at its own price, and the searches', async () => {
  const [format] = claudeCodeFormats;
  if (!format) throw new Error('Sessions are the first format.');
  const { rows, records, sessions } = await readResponses(reduceBytes(format, Buffer.from(JSON.stringify(advised)), '/logs/a.jsonl'));
  expect(rows.get('m5#1')).toMatchObject({ model: 'claude-sonnet-4-6', tokens: { input: 1_000, output: 200 } });
  expect(rows.get('m5#1')?.costUsd).toBeCloseTo(0.006);
  expect(rows.get('m5#2')).toMatchObject({ model: 'claude-opus-4-7', tokens: { input: 30, output: 40 } });
  expect(rows.get('m5')?.costUsd).toBeCloseTo(0.00255 + 0.03);
  expect(records.filter(({ response }) => response === 'm5#1').map(brief)).toEqual([
    [1, 'tool_result', 'advisor_tool_result', 'Count them twice.'],
  ]);
  expect(sessions.map(({ model }) => model)).toContain('claude-sonnet-4-6');
});

it('prices fast mode where its price is known', async () => {
  const { rows } = await readResponses();
  expect(rows.get('m6')?.costUsd).toBeCloseTo(6 * 0.0001);
  const unknown = { session: 's', nativeId: 'f', model: 'claude-opus-5', tokens: { ...unknownTokens, input: 1 }, isFast: true, atMs: null };
  expect(toResponseRow(unknown, 's').costUsd).toBeNull();
});

it('puts a text together again that is spread over keys', async () => {
  const { records } = await reduceSession(`${fixtures}/spread-text.jsonl`);
  expect(records.filter(({ kind }) => kind === 'response').map(({ text }) => text)).toEqual([
    'Which shelf?',
    'Spread over keys.',
    'Bare text.',
  ]);
});

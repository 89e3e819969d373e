import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import * as z from 'zod';
import { openStore } from '../../../db/open-store.ts';
import type { TurnMetric } from '../../domain/turn-metric.ts';
import type { Store } from '../../store/store.ts';
import { importFile } from './import-file.ts';

const samples = process.env.OBSERVATORY_SAMPLES;
const migrationsFolder = path.resolve(import.meta.dirname, '../../../db/migrations');
const nowMs = Date.UTC(2030, 0, 1);

let [folder, store]: [string, Store | null] = ['', null];
beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'observatory-outcomes-'));
});
afterAll(() => rm(folder, { recursive: true }));

/** The turns of an archive that holds these files. */
const readTurns = async (files: readonly string[]): Promise<TurnMetric[]> => {
  store = openStore(':memory:', { migrationsFolder });
  const { signal } = new AbortController();
  for (const file of files)
    await importFile(
      { store, now: () => nowMs, scratchFolder: path.join(folder, 'scratch') },
      { file, path: file, synthetic: false, signal, onProgress: () => undefined },
    );
  const selection = { by: { split: 'retrieval' as const, value: null, against: null }, conditions: [], nowMs, group: null };
  const { items } = await store.listTurnMetrics(selection, { cursor: null, limit: 10_000 });
  await store.close();
  return items.toSorted((a, b) => (a.sessionId < b.sessionId ? -1 : a.sessionId > b.sessionId ? 1 : a.turnIdx - b.turnIdx));
};

const write = async (name: string, lines: readonly unknown[]): Promise<string> => {
  const file = path.join(folder, name);
  await writeFile(file, lines.map((line) => `${JSON.stringify(line)}\n`).join(''));
  return file;
};

describe('outcomes that files carry', () => {
  const messages = (text: string) => [
    { role: 'user', content: text },
    { role: 'assistant', content: 'first' },
    { role: 'user', content: 'and then' },
    { role: 'assistant', content: 'last' },
  ];

  it('gives the last turn the reward of a row', async () => {
    const file = await write('rows.jsonl', [
      { task_id: 1, reward: 0.25, messages: messages('a') },
      { task_id: 2, resolved: true, exit_status: 'submitted', messages: messages('b') },
      { task_id: 3, success: false, messages: messages('c') },
      { task_id: 4, messages: messages('d') },
    ]);
    const turns = await readTurns([file]);
    expect(new Set(turns.filter(({ turnIdx }) => turnIdx === 0).map(({ reward }) => reward))).toEqual(new Set([null]));
    expect(new Set(turns.filter(({ turnIdx }) => turnIdx === 1).map(({ reward }) => reward))).toEqual(new Set([0.25, 1, 0, null]));
    expect(new Set(turns.map(({ iterations, iterationsBasis, completed }) => `${iterations} ${iterationsBasis} ${completed}`))).toEqual(
      new Set(['1 records true']),
    );
  });

  it('takes the last line of a printed run', async () => {
    const run = (session: string, result: object) => [
      { type: 'system', subtype: 'init', session_id: session, uuid: `${session}-0`, cwd: '/x', tools: [], model: 'claude-sonnet-4-5' },
      { type: 'user', session_id: session, uuid: `${session}-1`, message: { role: 'user', content: 'Do it' } },
      {
        type: 'assistant',
        session_id: session,
        uuid: `${session}-2`,
        message: { id: `${session}-m`, role: 'assistant', model: 'claude-sonnet-4-5', content: [{ type: 'text', text: 'Done' }] },
      },
      { type: 'result', session_id: session, uuid: `${session}-3`, ...result },
    ];
    const ids = ['11111111-1111-4111-8111-111111111111', '22222222-2222-4222-8222-222222222222'];
    const files = [
      await write('good.jsonl', run(ids[0] ?? '', { subtype: 'success', is_error: false })),
      await write('bad.jsonl', run(ids[1] ?? '', { subtype: 'error_max_turns', is_error: true })),
    ];
    const turns = await readTurns(files);
    expect(turns.map(({ completed, completedBasis }) => [completed, completedBasis]).sort()).toEqual([
      [false, 'reported'],
      [true, 'reported'],
    ]);
  });

  const row = (turn_idx: number, more: object = {}) => ({
    session_id: 's',
    turn_idx,
    retrieval_used: 0,
    created_at: 100,
    updated_at: 100 + turn_idx,
    ...more,
  });
  const record = (id: number, turn_idx: number, kind: string) => ({
    id,
    session_id: 's',
    turn_idx,
    kind,
    role: 'x',
    content: kind,
    created_at: 50 + turn_idx,
  });

  it('gives the rows of an oats store to the turns of their prompts, whichever comes first, and mixes none', async () => {
    const trajectories = await write('t.jsonl', [
      record(1, 2, 'prompt'),
      record(2, 3, 'response'),
      record(3, 7, 'prompt'),
      record(4, 8, 'response'),
      record(5, 10, 'prompt'),
    ]);
    const metrics = await write('m.jsonl', [
      row(3, { iterations: 9, tool_error_count: 1, completed: 0, duration_ms: 5 }),
      row(7, { iterations: 4, retrieval_used: 1 }),
      row(8, { iterations: 2 }),
      row(12, { completed: 0, model_id: 'm' }),
    ]);
    const turns = await readTurns([trajectories, metrics]);
    expect(
      turns.map(({ turnIdx, iterations, completed, retrievalUsed, model }) => [turnIdx, iterations, completed, retrievalUsed, model]),
    ).toEqual([
      [0, 9, false, false, null],
      // The number of its prompt: what was written at another record of it is a turn by itself.
      [1, 4, null, true, null],
      // The store says nothing of it.
      [2, null, null, false, null],
      [8, 2, null, false, null],
      // Behind every record.
      [12, null, false, false, 'm'],
    ]);
    expect(turns.map(({ updatedAtMs }) => updatedAtMs)).toEqual([103_000, 107_000, 60_000, 108_000, 112_000]);
    expect(await readTurns([metrics, trajectories])).toEqual(turns);
    expect((await readTurns([metrics])).map(({ turnIdx, iterations }) => [turnIdx, iterations])).toEqual([
      [3, 9],
      [7, 4],
      [8, 2],
      [12, null],
    ]);
  });
});

describe.skipIf(!samples)('outcomes in real files', () => {
  it('counts the rewards of tau-bench', { timeout: 60_000 }, async () => {
    const file = path.join(samples ?? '', 'openai-chat/tau-bench-gpt-4o-airline.json');
    const rewards = z.array(z.object({ reward: z.number() })).parse(JSON.parse(await readFile(file, 'utf8')));
    const turns = (await readTurns([file])).filter(({ reward }) => reward !== null);
    expect([turns.length, turns.filter(({ reward }) => reward === 1).length]).toEqual([200, 84]);
    expect(rewards).toHaveLength(200);
  });

  it('reads the metrics of an oats store, the same from its database and its rows', { timeout: 60_000 }, async () => {
    const [database, rows, metrics] = ['trajectories.db', 'trajectories.jsonl', 'turn_metrics.jsonl'].map((name) =>
      path.join(samples ?? '', 'oats', name),
    );
    const expected = await readTurns([rows ?? '', metrics ?? '']);
    expect(expected.filter(({ retrievalUsed }) => retrievalUsed).length).toBeGreaterThan(50);
    expect(await readTurns([metrics ?? '', rows ?? ''])).toEqual(expected);
    expect(await readTurns([database ?? ''])).toEqual(expected);
  });
});

import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { openDatabase } from '../../../db/open-database.ts';
import { makeClaudeLines, toFile } from '../../../e2e/claude-lines.ts';
import { makeSqliteStore } from '../../store/sqlite/sqlite-store.ts';
import type { Store } from '../../store/store.ts';
import { importFile } from './import-file.ts';

const nowMs = Date.UTC(2026, 2, 2);
const lines = makeClaudeLines({ sessionId: 'cut' });
const work = [
  lines.call('c1', 'Bash', { command: 'npm test' }),
  lines.result('c1', 'All tests passed.'),
  lines.response('The tests pass now. Nothing else was changed.'),
];
const more = [lines.prompt('Then fix the docs'), lines.response('Done.')];

let folder: string;
let store: Store;
beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'observatory-without-prompt-'));
  store = makeSqliteStore(openDatabase({ file: ':memory:', migrationsFolder: path.resolve('db/migrations') }));
});
afterEach(async () => {
  await store.close();
  await rm(folder, { recursive: true });
});

const importLines = async (...all: string[]) => {
  const file = path.join(folder, 'cut.jsonl');
  await writeFile(file, toFile(...all));
  const signal = new AbortController().signal;
  await importFile({ store, now: () => nowMs }, { file, path: file, synthetic: false, signal, onProgress: () => undefined });
  const { items } = await store.listSessions({}, 'started', true, { cursor: null, limit: 2 });
  const id = items[0]?.id ?? '';
  const records = await store.listRecords(id, 0, 20, 100);
  return {
    session: items[0],
    turns: await store.listTurns(id),
    numbers: records.map(({ turnIdx }) => turnIdx),
    metrics: (
      await store.listTurnMetrics(
        { by: { split: 'retrieval', value: null, against: null }, conditions: [], group: null, nowMs },
        { cursor: null, limit: 9 },
      )
    ).items,
  };
};

it('is turn 0, with the title of its first answer, where a file has no prompt', async () => {
  const { session, turns, numbers, metrics } = await importLines(...work);
  expect(session).toMatchObject({ title: 'The tests pass now.', titleBasis: 'answer', turns: 1 });
  expect(turns).toMatchObject([{ turnIdx: 0, hasPrompt: false, title: 'The tests pass now.', toolCalls: 1, activeMs: 2_000 }]);
  expect(numbers).toEqual([0, 0, 0]);
  expect(metrics).toMatchObject([{ turnIdx: 0, prompt: null, iterations: 2 }]);
});

it('is turn −1 as soon as a prompt follows, which is turn 0', async () => {
  const [first] = (await importLines(...work)).turns;
  const { session, turns, numbers, metrics } = await importLines(...work, ...more);
  expect(session).toMatchObject({ title: 'Then fix the docs', titleBasis: 'prompt', turns: 2 });
  expect(turns).toMatchObject([
    { turnIdx: -1, messageId: first?.messageId, hasPrompt: false },
    { turnIdx: 0, hasPrompt: true, title: 'Then fix the docs' },
  ]);
  expect(numbers).toEqual([-1, -1, -1, 0, 0]);
  expect(metrics.map(({ turnIdx }) => turnIdx).sort()).toEqual([-1, 0]);
});

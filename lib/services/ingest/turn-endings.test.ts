import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { openDatabase } from '../../../db/open-database.ts';
import { toFile } from '../../../e2e/claude-lines.ts';
import { sessionIdOf } from '../../session/ids.ts';
import { makeSqliteStore } from '../../store/sqlite/sqlite-store.ts';
import type { Store } from '../../store/store.ts';
import { toPlainTerms } from '../../search/query.ts';
import { importFile } from './import-file.ts';
import { indexArchive } from './finish-archive.ts';

const nowMs = Date.UTC(2026, 5, 2);
let folder: string;
let store: Store;
beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'observatory-turn-endings-'));
  store = makeSqliteStore(openDatabase({ file: ':memory:', migrationsFolder: path.resolve('db/migrations') }));
});
afterEach(async () => {
  await store.close();
  await rm(folder, { recursive: true });
});

const importLines = async (name: string, ...lines: string[]): Promise<void> => {
  const file = path.join(folder, name);
  await writeFile(file, toFile(...lines));
  const signal = new AbortController().signal;
  await importFile({ store, now: () => nowMs }, { file, path: file, synthetic: false, signal, onProgress: () => undefined });
};

/** Lines of a session that name the ones before them; each is said after the last one, or after the one with the given id. */
const makeChain = (sessionId: string, atMs = Date.UTC(2026, 5, 1, 9)) => {
  let [count, last] = [0, null as string | null];
  const line = (
    type: string,
    message: Record<string, unknown>,
    { after = last, ...more }: { after?: string | null; [field: string]: unknown } = {},
  ) => {
    const uuid = `${sessionId}-${(count += 1)}`;
    const timestamp = new Date(atMs + count * 1_000).toISOString();
    last = uuid;
    return JSON.stringify({
      type,
      uuid,
      parentUuid: after,
      sessionId,
      timestamp,
      cwd: '/home/ada/shop',
      version: '2.1.200',
      message,
      ...more,
    });
  };
  const say = (content: object[], stop: string | null, more = {}) =>
    line(
      'assistant',
      {
        id: `msg_${sessionId}_${count}`,
        role: 'assistant',
        model: 'claude-opus-4-8',
        stop_reason: stop,
        content,
        usage: { input_tokens: 5, output_tokens: 7 },
      },
      more,
    );
  return {
    last: () => last,
    prompt: (text: string, more = {}) => line('user', { role: 'user', content: text }, more),
    answer: (text: string) => say([{ type: 'text', text }], 'end_turn'),
    refusal: () => say([], 'refusal'),
    call: (id: string, command: string) => say([{ type: 'tool_use', id, name: 'Bash', input: { command } }], 'tool_use'),
    result: (id: string, text: string, failed = false) =>
      line('user', { role: 'user', content: [{ type: 'tool_result', tool_use_id: id, content: text, is_error: failed }] }),
    failure: (text: string, error: string) =>
      line(
        'assistant',
        { id: `f${count}`, role: 'assistant', model: '<synthetic>', content: [{ type: 'text', text }] },
        { isApiErrorMessage: true, error },
      ),
    compaction: (before: string) =>
      JSON.stringify({
        ...{ type: 'system', subtype: 'compact_boundary', content: 'Conversation compacted', uuid: `${sessionId}-start`, parentUuid: null },
        ...{ logicalParentUuid: before, sessionId, timestamp: new Date(atMs).toISOString(), cwd: '/home/ada/shop' },
      }),
  };
};

const idOf = (nativeId: string): string => sessionIdOf('claude-code', nativeId);
const endingsOf = async (nativeId: string) => (await store.listTurns(idOf(nativeId))).map(({ ended, endedReason }) => [ended, endedReason]);
const listMetrics = async () =>
  (
    await store.listTurnMetrics(
      { by: { split: 'retrieval', value: null, against: null }, conditions: [], group: null, nowMs },
      { cursor: null, limit: 9 },
    )
  ).items.map(({ turnIdx, completed, completedBasis }) => [turnIdx, completed, completedBasis]);

describe('a turn that got no answer', () => {
  it('says why, and is counted', async () => {
    const chain = makeChain('a');
    await importLines(
      'a.jsonl',
      ...[chain.prompt('Add a page'), chain.failure('API Error: 529 {"error":{"message":"Overloaded"}}', 'overloaded')],
      ...[
        chain.prompt('Again'),
        chain.call('c1', 'ls'),
        chain.result('c1', 'a.md'),
        chain.failure("You've hit your limit · resets 3am", 'rate_limit'),
      ],
      ...[chain.prompt('Draw it'), chain.refusal()],
      ...[chain.prompt('And now?'), chain.answer('Nothing was written.')],
    );
    expect(await endingsOf('a')).toEqual([
      ['service_error', 'API Error: 529 Overloaded'],
      ['usage_limit', "You've hit your limit · resets 3am"],
      ['refused', 'The model refused to answer'],
      ['answered', null],
    ]);
    expect(await store.findSession(idOf('a'))).toMatchObject({ apiErrors: 1, usageLimits: 1, refusals: 1, takenBack: 0, turns: 4 });
    expect((await listMetrics()).toSorted()).toEqual([
      [0, false, 'aborted'],
      [1, false, 'aborted'],
      [2, false, 'aborted'],
      [3, true, 'answered'],
    ]);
  });

  it('is answered where the request was repeated', async () => {
    const chain = makeChain('a');
    await importLines('a.jsonl', chain.prompt('Add a page'), chain.failure('API Error: 529', 'overloaded'), chain.answer('It is there.'));
    expect(await endingsOf('a')).toEqual([['answered', null]]);
  });
});

describe('a turn that was taken back', () => {
  const chain = () => {
    const { last, ...write } = makeChain('a');
    const first = [write.prompt('Which color shall it have?'), write.answer('Red.')];
    const at = last();
    const wrong = [
      write.prompt('Delete the old sprites first'),
      write.call('c1', 'rm a'),
      write.result('c1', 'No such file', true),
      write.answer('None.'),
    ];
    const then = [
      write.prompt('Make it red', { after: at }),
      write.call('c2', 'sed -i a'),
      write.result('c2', ''),
      write.answer('It is red.'),
    ];
    return { first, wrong, then };
  };

  it('stays, and counts in tokens alone, also where it is taken back once all was settled', async () => {
    const { first, wrong, then } = chain();
    await importLines('a.jsonl', ...first, ...wrong);
    expect(await endingsOf('a')).toEqual([
      ['answered', null],
      ['answered', null],
    ]);
    expect(await store.findSession(idOf('a'))).toMatchObject({ toolErrors: 1, takenBack: 0 });
    await importLines('a.jsonl', ...first, ...wrong, ...then);
    expect((await endingsOf('a')).map(([ended]) => ended)).toEqual(['answered', 'taken_back', 'answered']);
    const session = await store.findSession(idOf('a'));
    expect(session).toMatchObject({ toolCalls: 2, toolErrors: 0, takenBack: 1, turns: 3, tokens: { output: 35 } });
    expect((await listMetrics()).map(([turnIdx]) => turnIdx).toSorted()).toEqual([0, 2]);
    const page = await store.listSummarizableTurns(idOf('a'), -2, 10);
    expect(page?.turns.map(({ turnIdx }) => turnIdx)).toEqual([0, 2]);
    const records = await store.listRecords(idOf('a'), 0, 20, 100);
    expect(records.map(({ kind, turnIdx }) => `${kind} ${turnIdx}`)).toContain('boundary 1');
    expect(records.map(({ seq }) => seq)).toEqual(records.map((_, at) => at));
  });

  it('gives its session no title where another prompt stands', async () => {
    const { last, ...write } = makeChain('a');
    const start = last();
    const wrong = [write.prompt('Delete the Sprites first'), write.answer('None.')];
    const again = [write.prompt('Make it RED', { after: start }), write.answer('It is red.')];
    const find = async (q: string) => (await store.listSessions({ q }, 'started', true, { cursor: null, limit: 9 })).total;
    await importLines('a.jsonl', ...wrong);
    expect(await store.findSession(idOf('a'))).toMatchObject({ title: 'Delete the Sprites first' });
    for (const more of [[], [write.prompt('Thanks'), write.answer('You are welcome.')]]) {
      await importLines('a.jsonl', ...wrong, ...again, ...more);
      expect(await store.findSession(idOf('a'))).toMatchObject({ title: 'Make it RED', titleBasis: 'prompt', takenBack: 1 });
      expect([await find('make it red'), await find('sprites')]).toEqual([1, 0]);
    }
  });

  it('is no retrieved prompt, but is found, and marked where it is', async () => {
    const { first, wrong, then } = chain();
    await importLines('a.jsonl', ...first, ...wrong, ...then);
    await indexArchive(store);
    const rank = (text: string) => store.rankRecords({ terms: toPlainTerms(text), conditions: [] }, { limit: 9, except: [] });
    expect(await rank('sprites')).toEqual([]);
    expect(await rank('color')).toHaveLength(1);
    const find = async (text: string) =>
      (await store.search({ terms: toPlainTerms(text), conditions: [], text }, { cursor: null, limit: 9 })).items;
    expect((await find('sprites')).map(({ takenBack }) => takenBack)).toEqual([true]);
    expect((await find('color')).map(({ takenBack }) => takenBack)).toEqual([false]);
  });
});

describe('a session that goes on in another file', () => {
  const write = () => {
    const [one, two] = [makeChain('one'), makeChain('two', Date.UTC(2026, 5, 1, 11))];
    const first = [one.prompt('Write the reader'), one.answer('It is written.')];
    const second = [two.compaction(one.last() ?? ''), two.prompt('Test it'), two.answer('It passes.')];
    return { first, second };
  };

  it.each([
    ['one', 'two'],
    ['two', 'one'],
  ])('is its continuation, whichever is imported first: %s, %s', async (...order) => {
    const files: Record<string, string[]> = { one: write().first, two: write().second };
    for (const name of order) await importLines(`${name}.jsonl`, ...(files[name] ?? []));
    expect(await store.findSession(idOf('two'))).toMatchObject({ relation: 'continuation', parentId: idOf('one'), turns: 1 });
    expect((await store.listChildren(idOf('one'))).map(({ id }) => id)).toEqual([idOf('two')]);
  });

  it('continues none where no session has the entry', async () => {
    await importLines('two.jsonl', ...write().second);
    expect(await store.findSession(idOf('two'))).toMatchObject({ relation: null, parentId: null });
  });
});

it('is no fork for lines that are newer than its first entry', async () => {
  const chain = makeChain('a');
  const early = JSON.stringify({ type: 'queue-operation', operation: 'enqueue', timestamp: '2026-06-01T10:00:00.000Z', sessionId: 'a' });
  await importLines('a.jsonl', early, chain.prompt('How many?'), chain.answer('Twelve.'));
  expect(await store.findSession(idOf('a'))).toMatchObject({ relation: null, parentId: null });
});

describe('the line that ends a printed run', () => {
  const print = (type: string, more: Record<string, unknown>): string =>
    JSON.stringify({ type, session_id: 'run', uuid: `u${JSON.stringify(more).length}`, ...more });
  const run = (result: Record<string, unknown>): string[] => [
    print('system', { subtype: 'init', cwd: '/app', model: 'claude-opus-4-8', tools: [] }),
    print('assistant', {
      message: { id: 'm1', role: 'assistant', model: 'claude-opus-4-8', stop_reason: null, content: [{ type: 'text', text: 'I look.' }] },
    }),
    print('result', { duration_ms: 61_000, num_turns: 4, total_cost_usd: 0.25, usage: { input_tokens: 9, output_tokens: 9 }, ...result }),
  ];

  it('knows neither tokens nor cost where it prints zeros', async () => {
    const zero = { input_tokens: 0, cache_read_input_tokens: 0, cache_creation_input_tokens: 0, output_tokens: 0 };
    await importLines('run.jsonl', ...run({ subtype: 'success', is_error: false, total_cost_usd: 0, usage: zero }));
    expect(await store.findSession(idOf('run'))).toMatchObject({ costUsd: null, tokens: { input: null, output: null } });
    expect(await store.listTurns(idOf('run'))).toMatchObject([{ costUsd: null, tokensOutput: null }]);
  });

  it.each([
    [{ subtype: 'success', is_error: false }, 'answered'],
    [{ subtype: 'error_max_turns', is_error: true }, 'interrupted'],
    [{ subtype: 'success', is_error: true, result: 'API Error: 529 Overloaded' }, 'service_error'],
    [{ subtype: 'success', is_error: true, result: 'Credit balance is too low' }, 'usage_limit'],
  ])('says how its turn ended, how long it took and what it cost: %j', async (result, ended) => {
    await importLines('run.jsonl', ...run(result));
    expect(await store.listTurns(idOf('run'))).toMatchObject([{ turnIdx: 0, ended, reportedDurationMs: 61_000, costUsd: 0.25 }]);
    const { items } = await store.listTurnMetrics(
      { by: { split: 'retrieval', value: null, against: null }, conditions: [], group: null, nowMs },
      { cursor: null, limit: 9 },
    );
    expect(items).toMatchObject([
      { iterations: 4, iterationsBasis: 'reported', completed: ended === 'answered', completedBasis: 'reported' },
    ]);
  });
});

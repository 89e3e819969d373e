import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openStore } from '../../../db/open-store.ts';
import { makeDump } from '../../store/make-dump.ts';
import type { Store } from '../../store/store.ts';
import { importFile } from './import-file.ts';

const samples = process.env.OBSERVATORY_SAMPLES;
const migrationsFolder = path.resolve(import.meta.dirname, '../../../db/migrations');

const agent = (name: string) => ({ name, version: '1', model_name: 'gpt-4o' });
const metrics = { prompt_tokens: 10, completion_tokens: 2 };
const result = (refs: readonly object[], call?: string) => ({
  results: [{ ...(call !== undefined && { source_call_id: call }), content: 'told', subagent_trajectory_ref: refs }],
});

const files: Record<string, object> = {
  'run/trajectory.json': {
    schema_version: 'ATIF-v1.7',
    session_id: 'run-7',
    agent: agent('field'),
    continued_trajectory_ref: 'trajectory.cont-1.json',
    steps: [
      { step_id: 1, source: 'user', message: 'Look' },
      {
        step_id: 2,
        source: 'agent',
        message: 'Ask',
        metrics,
        tool_calls: [{ tool_call_id: 'c1', function_name: 'ask', arguments: {} }],
        observation: result([{ session_id: 'child-1' }], 'c1'),
      },
      {
        step_id: 3,
        source: 'agent',
        message: '',
        tool_calls: [{ tool_call_id: 'c2', function_name: 'ask', arguments: {} }],
        observation: result([{ session_id: 'run-7', trajectory_path: '../subs/by-path.json' }], 'c2'),
      },
      { step_id: 4, source: 'system', message: 'Summed up', observation: result([{ session_id: 'child-3' }]) },
    ],
  },
  'run/trajectory.cont-1.json': {
    schema_version: 'ATIF-v1.7',
    session_id: 'run-7',
    agent: agent('field'),
    steps: [
      { step_id: 1, source: 'user', message: 'Look', is_copied_context: true, metrics },
      { step_id: 2, source: 'agent', message: 'On', metrics },
    ],
  },
  'subs/one.json': {
    schema_version: 'ATIF-v1.6',
    session_id: 'child-1',
    agent: agent('field'),
    steps: [{ step_id: 1, source: 'user', message: 'One' }],
  },
  'subs/by-path.json': {
    schema_version: 'ATIF-v1.7',
    trajectory_id: 'unnamed-2',
    session_id: 'run-7',
    agent: agent('seer'),
    steps: [{ step_id: 1, source: 'user', message: 'Two' }],
  },
  'subs/three.json': {
    schema_version: 'ATIF-v1.6',
    session_id: 'child-3',
    agent: agent('field'),
    steps: [{ step_id: 1, source: 'user', message: 'Three' }],
  },
};

const importInto = async (store: Store, file: string) => {
  const signal = new AbortController().signal;
  await importFile({ store, now: () => 0 }, { file, path: file, synthetic: false, signal, onProgress: () => undefined });
};

const listRelations = async (store: Store) => {
  const { items } = await store.listSessions({ includeChildren: true }, 'started', false, { cursor: null, limit: 50 });
  const nativeOf = new Map(items.map((one) => [one.id, one.nativeId]));
  return Object.fromEntries(items.map((one) => [one.nativeId, [one.relation, one.parentId && nativeOf.get(one.parentId)] as const]));
};

const sortSessions = ({ sessions, facets }: Awaited<ReturnType<typeof makeDump>>) => ({
  facets,
  sessions: sessions.toSorted((a, b) => (a.session.id < b.session.id ? -1 : 1)),
});

describe('ATIF trajectories in files of their own', () => {
  let folder = '';
  const names = Object.keys(files);
  beforeAll(async () => {
    folder = await mkdtemp(path.join(tmpdir(), 'observatory-atif-'));
    for (const [name, value] of Object.entries(files)) {
      await mkdir(path.dirname(path.join(folder, name)), { recursive: true });
      await writeFile(path.join(folder, name), JSON.stringify(value));
    }
  });
  afterAll(() => rm(folder, { recursive: true }));

  const readAll = async (order: readonly string[]) => {
    const store = openStore(':memory:', { migrationsFolder });
    for (const name of order) await importInto(store, path.join(folder, name));
    return store;
  };

  it('hang together by ids, by paths and by what continues them, and copied steps count once', async () => {
    const store = await readAll(names);
    expect(await listRelations(store)).toEqual({
      'run-7': [null, null],
      'run-7:cont-1': ['continuation', 'run-7'],
      'child-1': ['subagent', 'run-7'],
      'unnamed-2': ['subagent', 'run-7'],
      'child-3': ['subagent', 'run-7'],
    });
    const { items } = await store.listSessions({ includeChildren: true }, 'started', false, { cursor: null, limit: 50 });
    const parent = items.find((one) => one.nativeId === 'run-7');
    const childOf = async (callIndex: number) => (await store.listToolCalls(parent?.id ?? '', callIndex, 1, 100))[0]?.childSessionId;
    expect(await childOf(1)).toBe(items.find((one) => one.nativeId === 'child-1')?.id);
    expect(await childOf(2)).toBe(items.find((one) => one.nativeId === 'unnamed-2')?.id);
    expect(parent?.childCount).toBe(4);
    expect(items.reduce((sum, one) => sum + (one.tokens.input ?? 0), 0)).toBe(20);
    await store.close();
  });

  it('are the same in any order of import', async () => {
    const first = await readAll(names);
    const expected = sortSessions(await makeDump(first));
    await first.close();
    for (let turn = 1; turn < names.length; turn++) {
      for (const order of [[...names.slice(turn), ...names.slice(0, turn)], [...names.slice(turn), ...names.slice(0, turn)].toReversed()]) {
        const store = await readAll(order);
        expect(sortSessions(await makeDump(store))).toEqual(expected);
        await store.close();
      }
    }
  });
});

describe.skipIf(!samples)('ATIF samples of a run with summaries', () => {
  it('have their subagents and continuations as children, whichever comes first', async () => {
    const root = path.join(samples ?? '', 'atif');
    const listed = [
      ...['sub_answers', 'sub_questions', 'sub_summary', 'summarization'].map((one) => `phoenix-client/harbor_terminus2_${one}.json`),
      ...['.cont-1', ''].map(
        (one) => `harbor-golden-via-scout/terminus_2_hello-world-context-summarization-linear-history.trajectory${one}.json`,
      ),
    ];
    for (const order of [listed, listed.toReversed()]) {
      const store = openStore(':memory:', { migrationsFolder });
      for (const name of order) await importInto(store, path.join(root, name));
      const relations = Object.values(await listRelations(store)).map(([relation, parent]) => `${String(relation)} of ${String(parent)}`);
      expect(relations.map((one) => one.replace(/:[\w-]{22}.*$/u, '')).toSorted()).toEqual([
        'continuation of NORMALIZED_SESSION_ID',
        ...['null of null', 'null of null'],
        ...Array.from({ length: 3 }, () => 'subagent of harbor-terminus2-summarization'),
      ]);
      await store.close();
    }
  });
});

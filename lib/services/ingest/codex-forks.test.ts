import { mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';
import { openStore } from '../../../db/open-store.ts';
import type { Store } from '../../store/store.ts';
import { importFile } from './import-file.ts';

const pathsOf = (...names: string[]) =>
  names.map((name) => fileURLToPath(new URL(`../../formats/__fixtures__/codex/${name}`, import.meta.url)));

const files = pathsOf('parent.jsonl', 'fork.jsonl');
const shared = pathsOf('paginated.jsonl', 'paginated-fork.jsonl', 'paginated-revert.jsonl', 'subagent-history.jsonl');

/** Imports files in order into an archive of its own, and looks at what is there then. */
const inArchive = async (order: readonly string[], look: (store: Store) => Promise<void>) => {
  const folder = await mkdtemp(path.join(os.tmpdir(), 'observatory-forks-'));
  const store = openStore(path.join(folder, 'archive.db'), { migrationsFolder: path.resolve('db/migrations') });
  try {
    for (const file of order) {
      const signal = new AbortController().signal;
      await importFile({ store, now: () => 0 }, { file, path: file, synthetic: false, signal, onProgress: () => undefined });
    }
    await look(store);
  } finally {
    await store.close();
    await rm(folder, { recursive: true, force: true });
  }
};

it.each([[files], [files.toReversed()]])('counts what a Codex fork copied once, in any order of import', (order) =>
  inArchive(order, async (store) => {
    const { items } = await store.listSessions({ includeChildren: true }, 'started', false, { cursor: null, limit: 10 });
    expect(items.map((one) => [one.relation, one.tokens.output, one.tokens.input])).toEqual([
      [null, 30, 150],
      ['fork', 5, 50],
    ]);
    const fork = items[1];
    const copied = await store.listRecords(fork?.id ?? '', 0, 100, 1_000);
    expect(copied.filter((record) => record.inheritedFrom === items[0]?.id).length).toBeGreaterThan(0);
    expect(fork).toMatchObject({ turns: 1, records: copied.filter((record) => record.inheritedFrom === null).length });
  }),
);

it.each([[shared], [shared.toReversed()]])('joins rollouts that share a history without copying it', (order) =>
  inArchive(order, async (store) => {
    const { items } = await store.listSessions({ includeChildren: true }, 'started', false, { cursor: null, limit: 10 });
    const [thread, ...others] = items;
    expect(thread).toMatchObject({ parentId: null, turns: 3, toolCalls: 3, tokens: { input: 510, cacheRead: 1200, output: 115 } });
    expect(others.map((one) => [one.relation, one.parentId, one.turns, one.toolCalls, one.tokens.output])).toEqual([
      ['fork', thread?.id, 1, 1, 11],
      ['subagent', thread?.id, 1, 0, 4],
    ]);
  }),
);

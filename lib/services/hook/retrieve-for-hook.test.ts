import path from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { openStore } from '../../../db/open-store.ts';
import { defaultRetrievalConfig } from '../../domain/retrieval-config.ts';
import { buildConversation } from '../../store/build-conversation.ts';
import type { Store } from '../../store/store.ts';
import { retrieveForHook } from './retrieve-for-hook.ts';

const home = '/home/no-such-person';
const prompt = 'the deploy failed with a lock on the checkout';
let store: Store;
beforeEach(() => {
  store = openStore(':memory:', { migrationsFolder: path.resolve('db/migrations') });
});
afterEach(() => store.close());

const put = async (id: string, folder: string): Promise<void> => {
  const batch = buildConversation(id, { cwd: `${home}${folder}`, folderName: folder.split('/').at(-1) ?? null });
  await store.append({ ...batch, records: batch.records.map((row) => (row.kind === 'prompt' ? { ...row, text: prompt } : row)) });
  await store.recomputeAggregates([id]);
};
const ask = async (folder: string): Promise<string> => {
  const deps = { store, now: () => 0 };
  return retrieveForHook(
    deps,
    { ...defaultRetrievalConfig, on_prompt: true },
    { sessionId: 'claude-code:new', prompt, cwd: `${home}${folder}` },
  );
};

it('gives a new session examples of the project that its folder is in', async () => {
  await put('past', '/work/api');
  for (const folder of ['/work/api', '/work/api/src', '/work/api/.claude/worktrees/fees']) expect(await ask(folder)).toContain(prompt);
});

it('gives none of another project whose folder has the same name, or that a subfolder of it is called by', async () => {
  await put('past', '/work/api');
  await put('below', '/work/api/tides');
  expect(await ask('/play/api')).toBe('');
  expect(await ask('/play/tides')).toBe('');
});

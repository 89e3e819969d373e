import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';
import { makeDump } from '../../store/make-dump.ts';
import { makeEmptyStore } from './__fixtures__/database-archive.ts';
import { importFile } from './import-file.ts';

const pathOf = (name: string) => fileURLToPath(new URL(`../../formats/__fixtures__/${name}`, import.meta.url));

const dumpOf = async (files: readonly string[]) => {
  const store = makeEmptyStore();
  for (const file of files) {
    const signal = new AbortController().signal;
    await importFile({ store, now: () => 0 }, { file, path: file, synthetic: false, signal, onProgress: () => undefined });
  }
  const dump = await makeDump(store);
  await store.close();
  return dump;
};

it.each([
  ['Claude Code in lines and in one list', ['claude-code/stream.jsonl', 'claude-code/list.json']],
  ['a call whose line another file has with other content', ['claude-code/odd-lines.jsonl', 'claude-code/operator-words.jsonl']],
  ['a result of a call that other content replaces', ['claude-code/call-without-result.jsonl', 'claude-code/result-without-call.jsonl']],
  ['an oats row with its time and without', ['oats/turn_metrics.jsonl', 'oats/row-without-time.jsonl', 'oats/trajectories.jsonl']],
  ['Codex printed, in lines and in one document', ['codex/printed.jsonl', 'codex/document.json', 'codex/legacy.jsonl']],
])('gives the same archive in either order: %s', async (_name, names) => {
  const files = names.map(pathOf);
  expect(await dumpOf(files.toReversed())).toEqual(await dumpOf(files));
});

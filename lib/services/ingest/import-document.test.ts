import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { openStore } from '../../../db/open-store.ts';
import { makeDump } from '../../store/make-dump.ts';
import type { Store } from '../../store/store.ts';
import { importFile } from './import-file.ts';

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(path.join(os.tmpdir(), 'observatory-document-'));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

const openTestStore = (name: string): Store => openStore(path.join(folder, name), { migrationsFolder: path.resolve('db/migrations') });

const steps = Array.from({ length: 2_600 }, (_, index) => ({
  step_id: index + 1,
  source: index === 0 ? 'user' : 'agent',
  message: `Step ${String(index)}`,
  metrics: { prompt_tokens: 10, completion_tokens: 1, cached_tokens: 4 },
}));
const document = { schema_version: 'ATIF-v1.6', session_id: 'long-1', agent: { name: 'Long Agent', version: '1', model_name: 'm' }, steps };

const importInto = (store: Store, file: string, onBatch: (abort: () => void) => void = () => undefined) => {
  const controller = new AbortController();
  const onProgress = () => {
    onBatch(() => {
      controller.abort();
    });
  };
  return importFile({ store, now: () => 0 }, { file, path: file, synthetic: false, signal: controller.signal, onProgress });
};

it('a long document that was cut off is read again, to the same archive', async () => {
  const file = path.join(folder, 'long.json');
  await writeFile(file, JSON.stringify(document));
  const [cut, whole] = [openTestStore('cut.db'), openTestStore('whole.db')];
  const first = await importInto(cut, file, (abort) => {
    abort();
  });
  expect(first).toMatchObject({ status: 'cancelled', newRecords: 1_000, bytesRead: 0 });
  expect(await importInto(cut, file)).toMatchObject({ status: 'imported', newRecords: 1_601, records: 2_601 });
  expect(await importInto(cut, file)).toMatchObject({ status: 'unchanged' });
  expect(await importInto(whole, file)).toMatchObject({ newRecords: 2_601 });
  expect(await makeDump(cut)).toEqual(await makeDump(whole));

  const { items } = await whole.listSessions({}, 'started', true, { cursor: null, limit: 10 });
  expect(items).toMatchObject([
    { nativeId: 'long-1', family: 'long-agent', format: 'atif', tokens: { input: 6 * 2_599, cacheRead: 4 * 2_599 } },
  ]);
  const sessionId = items[0]?.id ?? '';
  const [record] = await whole.listRecords(sessionId, 1_500, 1, 200);
  expect(JSON.parse((await whole.readRaw(sessionId, record?.id ?? ''))?.raw ?? 'null')).toEqual(steps[1_499]);
  await cut.close();
  await whole.close();
});

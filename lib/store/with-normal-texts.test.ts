import path from 'node:path';
import { expect, it } from 'vitest';
import { openStore } from '../../db/open-store.ts';
import { withNormalTexts } from './with-normal-texts.ts';

const [hostile, normal] = ['a\0b\ud800', 'a\ufffdb\ufffd'];

it('lets no operation of a store see NUL or a lone surrogate, whatever its input', async () => {
  const store = openStore(':memory:', { migrationsFolder: path.resolve('db/migrations') });
  const names = Object.keys(store);
  const seen = new Map<string, unknown[]>();
  const recording = { ...store };
  for (const name of names) Reflect.set(recording, name, (...input: unknown[]) => void seen.set(name, input));
  const guarded = withNormalTexts(recording);
  const bytes = Buffer.from(hostile);
  const input = [hostile, { [hostile]: [hostile, 1n, null] }, new Set([hostile]), new Map([[hostile, { hostile }]]), bytes];
  for (const name of names) Reflect.apply(Reflect.get(guarded, name) as (...given: unknown[]) => unknown, null, input);
  const expected = [normal, { [normal]: [normal, 1n, null] }, new Set([normal]), new Map([[normal, { hostile: normal }]]), bytes];
  expect(names.length).toBeGreaterThan(150);
  for (const name of names) expect([name, ...(seen.get(name) ?? [])]).toEqual([name, ...expected]);
  await store.close();
});

it('normalizes what a function of the caller returns', async () => {
  const store = openStore(':memory:', { migrationsFolder: path.resolve('db/migrations') });
  const returned: unknown[] = [];
  const reduceCalls: typeof store.reduceCalls = (_session, _config, _limit, reduce) => {
    returned.push(reduce({ checkpoint: null, about: { sessionId: 's', cwd: null }, folderName: null, calls: [], turnEnds: [] }));
    return Promise.resolve(null);
  };
  const outcome = { state: { at: hostile }, assessments: [], detections: [], findings: 0, worst: null };
  await withNormalTexts({ ...store, reduceCalls }).reduceCalls(hostile, '', 1, () => outcome);
  expect(returned).toEqual([{ ...outcome, state: { at: normal } }]);
  await store.close();
});

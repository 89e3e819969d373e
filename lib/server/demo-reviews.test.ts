import { mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { expect, it } from 'vitest';
import { openArchive } from './__fixtures__/demo-archive.ts';
import { reviewDemoSession } from './demo-reviews.ts';
import { writeDemoFiles } from '../../db/demo/write-demo-files.ts';
import { repairedAt } from '../../db/demo/plan.ts';
import { recurringFailure } from '../../db/demo/recurring-failure.ts';

it('reviews a demo session once, and finds nothing to review the second time', async () => {
  const folder = await mkdtemp(path.join(os.tmpdir(), 'observatory-demo-'));
  const { store, imports } = openArchive(folder);
  try {
    const written = await writeDemoFiles(path.join(folder, 'files'), { nowMs: Date.now(), from: repairedAt });
    const files = written.map((file) => ({ file, path: path.relative(folder, file) }));
    await imports.importFiles({ label: 'Demo', origin: 'demo', synthetic: true, files });
    await reviewDemoSession(store);
    const { items } = await store.listReviewRuns({}, { cursor: null, limit: 10 });
    expect(items.map(({ state, reviews }) => [state, ...reviews.map(({ outcome, found }) => `${outcome} ${found}`)])).toEqual([
      ['done', 'unchanged 0', 'unchanged 0', 'unchanged 0'],
      ['done', 'reviewed 1', 'reviewed 1', 'reviewed 0'],
    ]);
    expect(items.every(({ synthetic }) => synthetic)).toBe(true);
    const filter = { sessionId: items[0]?.sessionId, observers: ['demo/conclusions'] };
    const window = { sort: 'severity', descending: true, cursor: null, limit: 1, nowMs: Date.now() } as const;
    const [finding] = (await store.listObservations({ filter, ...window })).items;
    const cited = await store.findRecord(items[0]?.sessionId ?? '', finding?.sourceRef ?? '', 4_096);
    expect(cited?.toolCall?.resultText).toContain(recurringFailure.error);
  } finally {
    await store.close();
    await rm(folder, { recursive: true });
  }
});

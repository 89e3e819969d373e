import { Readable } from 'node:stream';
import { expect, it } from 'vitest';
import { makeEntry, openFixture } from './__fixtures__/observation-fixture.ts';

const key = ['sk', 'ant', 'api03', 'Zk3vQ9tLr2Wm8XyBn5Pd7HsJ'].join('-');
const leak = { content: `Leaks ${key}`, source_ref: `.env?token=${key}`, metadata: { category: 'security', password: 'hunter2hunter2' } };

it.each([
  [true, 'Leaks [redacted: anthropic-key]', '[redacted: password]', 'Was [redacted: anthropic-key]'],
  [false, leak.content, leak.metadata.password, `Was ${key}`],
])('stores reports and notes without secrets where that is asked for: %s', async (redacts, content, password, note) => {
  const { store, observations, tool } = await openFixture({ redacts });
  const [own] = (
    await observations.create({
      sessionId: null,
      observations: [
        { observer: 'A', content: leak.content, severity: 'low', sourceType: 'file', sourceRef: leak.source_ref, metadata: leak.metadata },
      ],
    })
  ).observations;
  await tool({ operation: 'create_batch', observations: [makeEntry({ ...leak, observer: 'B' })] });
  const line = JSON.stringify(makeEntry({ ...leak, observer: 'C' }));
  expect(await observations.import({ session: null, lines: Readable.from([Buffer.from(`${line}\n`)]) })).toMatchObject({
    created: 1,
    problems: [],
  });
  const act = { id: own?.id ?? '', note: `Was ${key}` };
  await observations.acknowledge(act);
  await observations.triage({ action: 'resolve', reason: 'fixed', note: act.note, target: { observations: [{ id: act.id }] } });

  const { items } = await observations.list({ filter: {}, sort: 'severity', descending: true, cursor: null, limit: 50 });
  expect(items.map((one) => [one.observer, one.title, one.content, one.metadata.password])).toEqual(
    expect.arrayContaining(['A', 'B', 'C'].map((observer) => [observer, content, content, password])),
  );
  expect(items.map(({ sourceRef }) => sourceRef?.includes(key))).toEqual(Array(items.length).fill(!redacts));
  const { history } = await observations.get(act.id);
  expect(history.map((entry) => entry.note).filter((one) => one !== null)).toEqual([note, note]);
  await store.close();
});

import { expect, it, vi } from 'vitest';
import { makeCalls } from '../../store/build-reducer.ts';
import { openPostOffice } from './__fixtures__/post-office.ts';
import { makeFollowQueue } from './follow-queue.ts';

const archive = { kind: 'file', name: 'archive', path: 'a.jsonl', severity: ['critical'] } as const;
const rules = [{ sink: 'archive', severities: ['critical'] as const }];

it('queues many in windows, each once, and nothing that is synthetic', async () => {
  const office = openPostOffice([{ ...archive, severity: ['critical'] }]);
  try {
    await office.begin();
    await office.store.append(makeCalls('demo', [{ id: 'c1', callIndex: 1 }], { synthetic: true }));
    await office.store.recomputeAggregates(['demo']);
    const report = (sessionId: string | null, count: number) => {
      const draft = { observer: 'Reviewer', severity: 'critical' as const, sourceType: 'file' as const, sourceRef: null, metadata: {} };
      const observations = Array.from({ length: count }, (_, at) => ({ ...draft, content: `Number ${at}` }));
      return office.observations.create({ sessionId, observations });
    };
    await report(null, 1_500);
    await report('demo', 10);
    expect(await office.store.queueDeliveries(rules, office.now())).toEqual({ queued: 1_000, more: true });
    expect(await office.store.queueDeliveries(rules, office.now())).toEqual({ queued: 500, more: false });
    expect(await office.store.queueDeliveries(rules, office.now())).toEqual({ queued: 0, more: false });
    expect(await office.store.countDeliveries()).toEqual([{ sink: 'archive', pending: 1_500, sent: 0, dead: 0 }]);
    const startedAt = performance.now();
    office.startRunner();
    await vi.waitFor(async () => expect((await office.store.countDeliveries())[0]?.sent).toBe(1_500), { timeout: 20_000, interval: 100 });
    process.stdout.write(`1,500 lines went out in ${Math.round(performance.now() - startedAt)} ms.\n`);
  } finally {
    await office.close();
  }
}, 30_000);

it('asks again without a change while something waits, and then no more', async () => {
  const answers = [
    { queued: 1_000, more: true },
    { queued: 0, more: false, waits: true as const },
    { queued: 1, more: false },
  ];
  const queueDeliveries = vi.fn(() => Promise.resolve(answers.shift() ?? { queued: 0, more: false }));
  const readChanges = () => Promise.resolve({ changes: [], cursor: '1' });
  const follow = makeFollowQueue({ queueDeliveries, readChanges }, () => 0);
  const calls: number[] = [];
  for (let round = 0; round < 3; round += 1) {
    await follow([{ ...archive, severity: ['critical'] }]);
    calls.push(queueDeliveries.mock.calls.length);
  }
  expect(calls).toEqual([2, 3, 3]);
});

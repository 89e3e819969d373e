import fc from 'fast-check';
import { beforeEach, describe, expect, it } from 'vitest';
import { makeBatch, makeRecordRow, makeResponseRow, makeSessionRow } from '../make-batch.ts';
import { countFailures, makeCalls, makeLateResult, parseReducerState } from '../build-reducer.ts';
import { buildConversation } from '../build-conversation.ts';
import type { Store } from '../store.ts';
import type { FreshStore, StoreSubject } from './store-subject.ts';

const key = 'set-1';
const some = (count: number, failed: readonly number[] = []) =>
  Array.from({ length: count }, (_, at) => ({ id: `c${at + 1}`, callIndex: at + 1, failed: failed.includes(at + 1) }));

/** Changes that arrive after observers have seen later calls. */
export const describeLateCalls = ({ fresh }: StoreSubject): void => {
  describe('observers whose calls change', () => {
    let store: Store;
    let put: FreshStore['put'];
    beforeEach(() => {
      ({ store, put } = fresh());
    });

    const reduceAll = async (id = 's', configKey = key) => {
      for (;;) if (!(await store.reduceCalls(id, configKey, 2_000, countFailures))?.more) return;
    };
    const given = async (id = 's') => parseReducerState((await store.findObserverCheckpoint(id))?.state).given;
    const unobserved = async () => (await store.listUnobserved(10)).map(({ sessionId }) => sessionId);
    const said = async (superseded: boolean, id = 's') =>
      (await store.listAssessments(id, { superseded })).map(
        (one) => `${one.callIndex} ${one.callId}: ${one.summary}${one.superseded ? ' (superseded)' : ''}`,
      );

    it('sees a result that came late, and what follows from it', async () => {
      await put(
        makeCalls('s', [
          { id: 'a', callIndex: 1, open: true },
          { id: 'b', callIndex: 2, failed: true },
        ]),
      );
      await reduceAll();
      expect(await said(false)).toEqual(['2 b: 1 failed']);
      await put(makeLateResult('s', { id: 'a', callIndex: 1, failed: true }));
      expect([await unobserved(), await store.findObserverCheckpoint('s')]).toEqual([['s'], null]);
      await reduceAll();
      expect(await said(false)).toEqual(['1 a: 1 failed', '2 b: 2 failed']);
      expect(await said(true)).toEqual(['1 a: 1 failed', '2 b: 1 failed (superseded)', '2 b: 2 failed']);
      expect(await store.findSession('s')).toMatchObject({ findings: 2 });
    });

    it('marks as sent what stands, not what was said last', async () => {
      await put(makeCalls('s', some(1, [1])));
      await reduceAll();
      await store.reduceCalls('s', 'set-2', 100, (window) => {
        const { assessments, ...outcome } = countFailures(window);
        return { ...outcome, assessments: assessments.map((one) => ({ ...one, summary: 'otherwise' })) };
      });
      await reduceAll();
      const keys = [{ observer: 'failures', configKey: 'failures-1', callId: 'c1' }];
      expect(await store.putSent('s', keys, 5_000)).toEqual(keys);
      expect(await store.listAssessments('s', { superseded: true })).toMatchObject([
        { summary: '1 failed', superseded: false, sentAtMs: 5_000 },
        { summary: 'otherwise', superseded: true, sentAtMs: null },
      ]);
    });

    it('goes on from the last state before what changed, and lets what is found again stand', async () => {
      const calls = some(2_400, [5, 1_500, 2_200]);
      await put(
        makeCalls(
          's',
          calls.map((call) => (call.callIndex === 2_100 ? { ...call, open: true } : call)),
        ),
      );
      await reduceAll();
      const before = await said(true);
      await put(makeLateResult('s', { id: 'c2100', callIndex: 2_100 }));
      expect((await store.findObserverCheckpoint('s'))?.callIndex).toBe(1_999);
      const reduced: number[] = [];
      await store.reduceCalls('s', key, 2_000, (window) => {
        reduced.push(window.calls[0]?.callIndex ?? 0);
        return countFailures(window);
      });
      expect(reduced).toEqual([2_000]);
      expect(await said(true)).toEqual(before);
      expect(await given()).toEqual(calls.map(({ id }) => id));
    });

    it('comes to the same whenever results come and whenever is reduced', async () => {
      const steps = fc.array(fc.record({ failed: fc.boolean(), late: fc.nat(12), folds: fc.boolean() }), { minLength: 1, maxLength: 12 });
      let round = 0;
      await fc.assert(
        fc.asyncProperty(steps, async (all) => {
          round += 1;
          const [live, whole] = [`live-${round}`, `whole-${round}`];
          const calls = all.map(({ failed }, at) => ({ id: `c${at + 1}`, callIndex: at + 1, failed }));
          // A result comes after a few more calls, or at the end.
          for (const [at, { folds }] of all.entries()) {
            await put(
              makeCalls(
                live,
                calls.slice(at, at + 1).map((call) => ({ ...call, open: true })),
              ),
            );
            for (const [from, call] of calls.entries()) {
              const comesAt = Math.min(from + (all[from]?.late ?? 0), all.length - 1);
              if (comesAt === at) await put(makeLateResult(live, call));
            }
            if (folds) await reduceAll(live);
          }
          await put(makeCalls(whole, calls));
          await reduceAll(live);
          await reduceAll(whole);
          expect([await said(false, live), await given(live)]).toEqual([await said(false, whole), await given(whole)]);
        }),
        { numRuns: 40 },
      );
    });

    it('sees a call that was put before others', async () => {
      await put(makeCalls('s', some(3, [2, 3])));
      await reduceAll();
      await store.applyRederived({
        sessionId: 's',
        records: [],
        calls: [
          { id: 'c2', callIndex: 3, turnIdx: 0, seq: 6 },
          { id: 'c3', callIndex: 4, turnIdx: 0, seq: 8 },
        ],
        pairs: [],
      });
      await put(makeCalls('s', [{ id: 'between', callIndex: 2, failed: true }]));
      await reduceAll();
      expect(await given()).toEqual(['c1', 'between', 'c2', 'c3']);
      expect(await said(false)).toEqual(['2 between: 1 failed', '3 c2: 2 failed', '4 c3: 3 failed']);
    });

    it('sees new numbers and pairs', async () => {
      await put(buildConversation('s'));
      await reduceAll();
      const rederive = (
        pairs: { callId: string; resultRecordId: string | null }[],
        calls: { id: string; callIndex: number; turnIdx: number; seq: number }[],
      ) => store.applyRederived({ sessionId: 's', records: [], calls, pairs });
      await rederive([{ callId: 's-1', resultRecordId: 's-2' }], [{ id: 's-3', callIndex: 2, turnIdx: 0, seq: 3 }]);
      expect((await store.findObserverCheckpoint('s'))?.callIndex).toBe(2);
      await rederive([], [{ id: 's-3', callIndex: 2, turnIdx: 1, seq: 3 }]);
      expect(await store.findObserverCheckpoint('s')).toBeNull();
      await store.recomputeAggregates(['s']);
      await reduceAll();
      await rederive([{ callId: 's-1', resultRecordId: null }], []);
      expect(await store.findObserverCheckpoint('s')).toBeNull();
    });

    it('forgets what was said of records that were taken out', async () => {
      await put(makeCalls('s', some(3, [1, 3])));
      await reduceAll();
      await store.removeRecords('s', ['c3', 'c3=']);
      await store.recomputeAggregates(['s']);
      await reduceAll();
      expect([await given(), await said(false)]).toEqual([['c1', 'c2'], ['1 c1: 1 failed']]);
      await store.removeRecords('s', ['c1=']);
      await store.recomputeAggregates(['s']);
      expect(await store.findObserverCheckpoint('s')).toBeNull();
      await store.removeRecords('s', ['c1', 'c2', 'c2=']);
      await store.recomputeAggregates(['s']);
      await reduceAll();
      expect([await store.findObserverCheckpoint('s'), await said(false)]).toEqual([null, []]);
      expect(await store.findSession('s')).toMatchObject({ findings: 0, worstFinding: null });
    });

    it('sees an outcome override that comes after the result', async () => {
      await put(makeCalls('s', some(2)));
      await reduceAll();
      await put(
        makeBatch({
          sessions: [makeSessionRow({ id: 's' })],
          records: [makeRecordRow({ sessionId: 's', id: 'end', seq: 90, turnIdx: 0, kind: 'meta' })],
          outcomeOverrides: [
            {
              sessionId: 's',
              recordId: 'end',
              callId: null,
              nativeCallId: 'call-2',
              outcome: 'error',
              outcomeSource: 'flag',
              exitCode: 1,
              endedAtMs: null,
              durationMs: null,
              resultKey: 'k',
              errorKey: null,
            },
          ],
        }),
      );
      await reduceAll();
      expect(await said(false)).toEqual(['2 c2: 1 failed']);
    });

    it('sees tokens that grew, and a folder that was told later', async () => {
      const talk = buildConversation('s');
      await put(talk);
      await reduceAll();
      const [session, response] = [makeSessionRow({ id: 's' }), talk.responses[0]];
      await put(makeBatch({ sessions: [session], responses: response ? [response] : [] }));
      expect((await store.findObserverCheckpoint('s'))?.callIndex).toBe(2);
      const tokens = { input: 10, cacheRead: null, cacheWrite: null, output: 900, reasoning: null };
      await put(makeBatch({ sessions: [session], responses: [makeResponseRow({ sessionId: 's', id: 's-one', turnIdx: 0, tokens })] }));
      expect(await store.findObserverCheckpoint('s')).toBeNull();
      await reduceAll();
      await put(makeBatch({ sessions: [{ ...session, cwd: '/elsewhere' }] }));
      expect(await store.findObserverCheckpoint('s')).toBeNull();
    });

    it('lets go of calls that turn out to be inherited, and takes them back', async () => {
      const part = (id: string, startedAtMs: number) => {
        const batch = makeCalls(id, some(2, [1, 2]), { startedAtMs, synthetic: id === 'origin' });
        return { ...batch, records: batch.records.map((row) => ({ ...row, nativeKey: `claude-code:${row.id}` })) };
      };
      await put(part('fork', 2_000));
      await reduceAll('fork');
      expect(await said(false, 'fork')).toHaveLength(2);
      await put(part('origin', 1_000));
      expect(await unobserved()).toEqual(['fork', 'origin']);
      await reduceAll('fork');
      await reduceAll('origin');
      expect([await said(false, 'fork'), (await said(false, 'origin')).length]).toEqual([[], 2]);
      await store.deleteSynthetic();
      expect([await said(true, 'origin'), await store.findObserverCheckpoint('origin')]).toEqual([[], null]);
      expect(await unobserved()).toEqual(['fork']);
      await reduceAll('fork');
      expect(await said(true, 'fork')).toEqual(['1 c1: 1 failed', '2 c2: 2 failed']);
    });

    it('begins anew with another configuration', async () => {
      await put(makeCalls('s', some(1_200, [3, 1_100])));
      await reduceAll();
      await store.reduceCalls('s', 'set-2', 2_000, (window) => ({ ...countFailures(window), assessments: [] }));
      expect(await said(true)).toEqual(['3 c3: 1 failed (superseded)', '1100 c1100: 2 failed (superseded)']);
      expect(await store.findObserverCheckpoint('s')).toMatchObject({ callIndex: 999, configKey: 'set-2' });
      await reduceAll('s', 'set-1');
      expect(await said(true)).toEqual(['3 c3: 1 failed', '1100 c1100: 2 failed']);
    });

    it('is put back to where it once stood', async () => {
      await put(makeCalls('s', some(3, [1, 3])));
      await store.reduceCalls('s', key, 2, countFailures);
      const kept = await store.findObserverCheckpoint('s');
      await reduceAll();
      if (!kept) throw new Error('there is no state');
      await store.putObserverCheckpoint('s', kept);
      expect([await store.findObserverCheckpoint('s'), await said(false), await unobserved()]).toEqual([kept, ['1 c1: 1 failed'], ['s']]);
      await reduceAll();
      expect([await given(), await said(true)]).toEqual([
        ['c1', 'c2', 'c3'],
        ['1 c1: 1 failed', '3 c3: 2 failed'],
      ]);
      await expect(store.putObserverCheckpoint('s', { ...kept, callId: 'other' })).rejects.toMatchObject({ code: 'conflict' });
    });
  });
};

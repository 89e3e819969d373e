import { describe, expect, it } from 'vitest';
import { makeBatch, makeRecordRow, makeSessionRow, makeToolCallRow, makeToolResultRow } from '../make-batch.ts';
import type { StoreSubject } from './store-subject.ts';

/** Which of two tellings of a call's end holds. */
export const describeOutcomeOverrides = ({ makeStore }: StoreSubject): void => {
  describe('outcome overrides', () => {
    const makeOutcomeOverride = (sessionId: string, outcome: 'error' | 'interrupted' = 'error') => ({
      records: [makeRecordRow({ sessionId, seq: 1, kind: 'tool_call' }), makeRecordRow({ sessionId, seq: 2, kind: 'meta' })],
      calls: [makeToolCallRow({ sessionId, seq: 1, callIndex: 1, nativeCallId: 'c' })],
      outcomeOverrides: [makeToolResultRow({ sessionId, recordId: 'r2', nativeCallId: 'c', outcome, exitCode: 3, durationMs: 5 })],
    });
    const result = (outcome: 'ok' | 'rejected' | 'denied') => ({
      records: [makeRecordRow({ sessionId: 's', seq: 3, kind: 'tool_result' })],
      results: [makeToolResultRow({ sessionId: 's', recordId: 'r3', callId: 'r1', nativeCallId: 'c', outcome, errorKey: 'key' })],
    });

    it('show a rejection to be an interruption, and no denial', async () => {
      const sessions = [makeSessionRow({ id: 's' })];
      for (const [outcome, expected] of [
        ['rejected', 'interrupted'],
        ['denied', 'denied'],
      ] as const) {
        const other = makeStore();
        await other.store.append(makeBatch({ sessions, ...makeOutcomeOverride('s', 'interrupted') }));
        await other.store.append(makeBatch({ sessions, ...result(outcome) }));
        expect(await other.store.listToolCalls('s', 1, 1, 100)).toMatchObject([{ outcome: expected }]);
        await other.dispose();
      }
    });

    it('hold over the result, in one batch or two, but for a rejection', async () => {
      const sessions = [makeSessionRow({ id: 's' })];
      const outcomeOverride = makeOutcomeOverride('s');
      for (const outcome of ['ok', 'rejected'] as const) {
        for (const isOne of [true, false]) {
          const other = makeStore();
          const more = result(outcome);
          if (isOne)
            await other.store.append(
              makeBatch({ sessions, ...outcomeOverride, ...more, records: [...outcomeOverride.records, ...more.records] }),
            );
          else for (const part of [outcomeOverride, more]) await other.store.append(makeBatch({ sessions, ...part }));
          const [call] = await other.store.listToolCalls('s', 1, 1, 100);
          const expected = outcome === 'ok' ? { outcome: 'error', exitCode: 3, durationMs: 5 } : { outcome: 'rejected', exitCode: null };
          expect(call).toMatchObject({ ...expected, resultRecordId: 'r3' });
          await other.dispose();
        }
      }
    });
  });
};

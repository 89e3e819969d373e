import { makeCalls } from '../../../store/build-reducer.ts';

/** A session in which the same call fails the same way from `from` to `to`. */
export const makeLoop = (id: string, calls: number, from: number, to: number) => {
  const batch = makeCalls(
    id,
    Array.from({ length: calls }, (_, at) => ({ id: `${id}-${at + 1}`, callIndex: at + 1, failed: at + 1 >= from && at + 1 <= to })),
  );
  const isLoop = (callIndex: number) => callIndex >= from && callIndex <= to;
  const loops = new Set(batch.calls.filter(({ callIndex }) => isLoop(callIndex)).map((call) => call.id));
  return {
    ...batch,
    calls: batch.calls.map((call) => (loops.has(call.id) ? { ...call, callKey: 'same' } : call)),
    results: batch.results.map((row) => (loops.has(row.callId ?? '') ? { ...row, resultKey: 'same', errorKey: 'same' } : row)),
  };
};


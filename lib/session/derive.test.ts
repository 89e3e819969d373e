import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  deriveNext,
  findStateInOrder,
  idleGapMs,
  initialDeriveState,
  isAppend,
  isDerivedInFull,
  type DeriveInput,
  type DeriveState,
} from './derive.ts';

const fold = (state: DeriveState, inputs: readonly DeriveInput[]) => inputs.map((input) => deriveNext(state, input));

const input = (kind: DeriveInput['kind'], line: number, rest: Partial<DeriveInput> = {}): DeriveInput => ({
  id: `r${line}`,
  kind,
  order: [0, line, 0],
  atMs: null,
  nativeCallId: null,
  endsItself: false,
  ...rest,
});

describe('deriveNext', () => {
  it('numbers records, turns and calls', () => {
    const derived = fold(initialDeriveState(), [
      input('system', 1),
      input('prompt', 2),
      input('tool_call', 3),
      input('prompt', 4),
      input('tool_call', 5),
    ]);
    expect(derived.map((one) => one.seq)).toEqual([0, 1, 2, 3, 4]);
    expect(derived.map((one) => one.turnIdx)).toEqual([null, 0, 0, 1, 1]);
    expect(derived.map((one) => one.callIndex)).toEqual([null, null, 1, null, 2]);
  });

  it('numbers what an agent did without a prompt 0, and −1 once a prompt is known to follow', () => {
    const kinds = ['meta', 'response', 'tool_call', 'tool_result', 'prompt', 'response', 'prompt'] as const;
    const inputs = kinds.map((kind, at) => input(kind, at + 1));
    const state = initialDeriveState();
    expect(fold(state, inputs.slice(0, 4)).map(({ turnIdx }) => turnIdx)).toEqual([null, 0, 0, 0]);
    expect(isDerivedInFull(state)).toBe(true);
    expect(fold(state, inputs.slice(4)).map(({ turnIdx }) => turnIdx)).toEqual([0, 0, 1]);
    expect(isDerivedInFull(state)).toBe(false);
    const again = findStateInOrder(state);
    expect(fold(again, inputs).map(({ turnIdx }) => turnIdx)).toEqual([null, -1, -1, -1, 0, 0, 1]);
    expect(isDerivedInFull(again)).toBe(true);
    // The prompts are gone.
    const without = { ...initialDeriveState(), hasPrompt: true as const };
    fold(without, inputs.slice(0, 4));
    expect(isDerivedInFull(without)).toBe(false);
  });

  it('gives a prompt the number of prompts before it, whatever stands between', () => {
    const kinds = fc.constantFrom('prompt', 'response', 'reasoning', 'tool_call', 'tool_result', 'system', 'meta', 'boundary');
    fc.assert(
      fc.property(fc.array(kinds, { maxLength: 30 }), (list) => {
        const derived = fold(
          initialDeriveState(),
          list.map((kind, at) => input(kind, at + 1)),
        );
        const prompts = derived.filter((_, at) => list[at] === 'prompt');
        expect(prompts.map(({ turnIdx }) => turnIdx)).toEqual(prompts.map((_, at) => at));
      }),
    );
  });

  it('answers the nearest unanswered call where a native id is used again', () => {
    const derived = fold(initialDeriveState(), [
      input('tool_call', 1, { nativeCallId: 'a' }),
      input('tool_result', 2, { nativeCallId: 'a' }),
      input('tool_call', 3, { nativeCallId: 'a' }),
      input('tool_call', 4, { nativeCallId: 'b' }),
      input('tool_result', 5, { nativeCallId: 'a' }),
      input('tool_result', 6, { nativeCallId: 'a' }),
    ]);
    expect(derived.map((one) => one.answers)).toEqual([null, 'r1', null, null, 'r3', null]);
  });

  it('pairs a call with a result that was written shortly before it, and with none without an id or long before it', () => {
    const state = initialDeriveState();
    const derived = fold(state, [
      input('tool_result', 1, { nativeCallId: 'a' }),
      input('tool_result', 2),
      input('response', 3),
      input('tool_call', 4, { nativeCallId: 'a' }),
      input('tool_call', 5),
      input('tool_call', 6, { nativeCallId: 'a' }),
      input('tool_result', 7, { nativeCallId: 'late' }),
      ...Array.from({ length: 16 }, (_, index) => input('meta', 8 + index)),
      input('tool_call', 24, { nativeCallId: 'late' }),
    ]);
    expect(derived.flatMap((one) => one.answeredBy ?? [])).toEqual(['r1']);
    expect(derived[3]).toMatchObject({ callIndex: 1, answeredBy: 'r1' });
    expect(state.openCalls.map(({ id }) => id)).toEqual(['r5', 'r6', 'r24']);
    expect(state.earlyResults).toBeUndefined();
  });

  it('starts a session at its first prompt or answer, whatever stands before it; without one at its first record', () => {
    const startOf = (...inputs: DeriveInput[]) => {
      const state = initialDeriveState();
      fold(state, inputs);
      return state.startedAtMs;
    };
    expect(startOf(input('meta', 1, { atMs: 5 }), input('system', 2, { atMs: 7 }))).toBe(5);
    expect(startOf(input('meta', 1, { atMs: 5 }), input('response', 2, { atMs: 90 }), input('prompt', 3, { atMs: 95 }))).toBe(90);
    expect(startOf(input('prompt', 1, { atMs: 90 }), input('meta', 2, { atMs: 5 }), input('tool_call', 3, { atMs: 80 }))).toBe(80);
    const { hasBegun: _, ...older } = { ...initialDeriveState(), startedAtMs: 10, turnIdx: 0, nextSeq: 1, hasBegun: true };
    fold(older, [input('prompt', 2, { atMs: 50 })]);
    expect(older.startedAtMs).toBe(10);
  });

  it('takes a call that tells its result itself for answered', () => {
    const state = initialDeriveState();
    const derived = fold(state, [
      input('tool_call', 1, { nativeCallId: 'a' }),
      input('tool_call', 2, { nativeCallId: 'a', endsItself: true }),
      input('tool_result', 3, { nativeCallId: 'a' }),
    ]);
    expect(derived.map(({ callIndex, answers }) => [callIndex, answers])).toEqual([
      [1, null],
      [2, 'r2'],
      [null, 'r1'],
    ]);
    expect(state.openCalls).toEqual([]);
  });

  it('ends a turn at its last answer, and counts what lies before the next prompt as waiting', () => {
    const state = initialDeriveState();
    const hour = 3_600_000;
    fold(state, [
      input('meta', 1, { atMs: 0 }),
      input('prompt', 2, { atMs: 10_000 }),
      input('tool_call', 3, { atMs: 20_000 }),
      input('system', 4, { atMs: 30_000 }),
      input('tool_result', 5, { atMs: 53_000 }),
      input('meta', 6, { atMs: 54_000 }),
      input('meta', 7, { atMs: 18 * hour }),
      input('prompt', 8, { atMs: 18 * hour }),
      input('response', 9, { atMs: 18 * hour + 5_000 }),
      input('boundary', 10, { atMs: 19 * hour }),
    ]);
    expect(state).toMatchObject({
      startedAtMs: 10_000,
      endedAtMs: 18 * hour + 5_000,
      activeMs: 43_000 + 5_000,
      waitingMs: 18 * hour - 53_000,
    });
  });

  it('counts what stands between two records of work as work, however long a call runs beside it', () => {
    const state = initialDeriveState();
    const minute = 60_000;
    fold(state, [
      input('tool_call', 1, { atMs: 0 }),
      input('meta', 2, { atMs: 4 * minute }),
      input('meta', 3, { atMs: 8 * minute }),
      input('tool_result', 4, { atMs: 12 * minute }),
    ]);
    expect(state).toMatchObject({ activeMs: 12 * minute });
    expect(state.waitingMs).toBeUndefined();
  });

  it('counts no time twice where a record is later than the work behind it', () => {
    const state = initialDeriveState();
    fold(state, [
      input('prompt', 1, { atMs: 0 }),
      input('meta', 2, { atMs: 1_100 }),
      input('tool_result', 3, { atMs: 1_000 }),
      input('response', 4, { atMs: 2_000 }),
    ]);
    expect(state).toMatchObject({ activeMs: 2_000 });
  });

  it('leaves idle gaps out of the active time', () => {
    const state = initialDeriveState();
    fold(state, [input('prompt', 1, { atMs: 0 }), input('response', 2, { atMs: 1_000 }), input('prompt', 3, { atMs: 1_001 + idleGapMs })]);
    expect(state).toMatchObject({ startedAtMs: 0, endedAtMs: 1_001 + idleGapMs, activeMs: 1_000 });
  });

  it('gives the same numbers in any split', () => {
    const kinds = ['prompt', 'response', 'tool_call', 'tool_result', 'meta'] as const;
    const session = fc.array(
      fc.record({
        kind: fc.constantFrom(...kinds),
        atMs: fc.option(fc.nat(10_000_000)),
        nativeCallId: fc.option(fc.constantFrom('a', 'b')),
        endsItself: fc.boolean(),
      }),
    );
    fc.assert(
      fc.property(session, fc.nat(), (records, at) => {
        const inputs = records.map((record, line) => input(record.kind, line, record));
        const whole = initialDeriveState();
        const expected = fold(whole, inputs);
        const split = at % (inputs.length + 1);
        const first = initialDeriveState();
        const head = fold(first, inputs.slice(0, split));
        const restored: DeriveState = JSON.parse(JSON.stringify(first));
        expect([...head, ...fold(restored, inputs.slice(split))]).toEqual(expected);
        expect(restored).toEqual(whole);
      }),
    );
  });

  it('knows when a record cannot be appended', () => {
    const state = initialDeriveState();
    fold(state, [input('prompt', 5)]);
    expect(isAppend(state, [0, 5, 1])).toBe(true);
    expect(isAppend(state, [0, 4, 0])).toBe(false);
  });
});

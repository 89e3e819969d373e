import { expect, it } from 'vitest';
import type { Change } from '../domain/change.ts';
import { sessionQueries } from './queries/session-queries.ts';
import { makeStaleBatch, toEveryMs } from './stale-batch.ts';

const session = (subjectId: string): Change => ({ cursor: '1', topic: 'session', subjectId });

it('refetches at once, then gathers a burst into one refetch per key', () => {
  let clock = 0;
  const timers: { at: number; run: () => void }[] = [];
  const seen: string[] = [];
  const add = makeStaleBatch((key) => seen.push(key.join('/')), {
    now: () => clock,
    later: (run, ms) => timers.push({ at: clock + ms, run }),
  });

  for (let i = 0; i < 500; i++) add(session('a'));
  const keys = ['session/a', 'trajectory/a', 'sessions', 'finds', 'trajectories', 'archive'];
  expect(seen).toEqual(keys);
  expect(timers.map(({ at }) => at)).toEqual([100, 100, 1_000, 1_000, 1_000, 1_000]);

  clock = 1_000;
  for (const { run } of timers) run();
  expect(seen.slice(keys.length)).toEqual(keys);

  add(session('b'));
  expect(seen.slice(-2)).toEqual(['session/b', 'trajectory/b']);
});

it('asks for what is long more seldom, so that rows are read at one rate however many there are', () => {
  let clock = 0;
  let rows = 0;
  let read = 0;
  const timers: { at: number; run: () => void }[] = [];
  const add = makeStaleBatch(
    ([head]) => {
      if (head === 'import') read += rows;
    },
    { now: () => clock, later: (run, ms) => timers.push({ at: clock + ms, run }), everyMs: () => toEveryMs(rows) },
  );
  for (; clock < 50_000; clock += 20) {
    rows = Math.floor(clock / 10);
    for (const timer of timers.splice(0)) {
      if (timer.at <= clock) timer.run();
      else timers.push(timer);
    }
    add({ cursor: String(clock), topic: 'import', subjectId: 'i' });
  }
  expect(rows).toBe(4_998);
  expect(read).toBeLessThan(60_000);
});

it('asks for a list once a second at most, and for a long one more seldom', () => {
  const waits: number[] = [];
  const add = makeStaleBatch(() => undefined, {
    now: () => 0,
    later: (_, ms) => waits.push(ms),
    everyMs: ([head]) => toEveryMs(head === 'observations' ? 3_000 : 10),
  });
  for (let times = 0; times < 2; times += 1) add({ cursor: String(times), topic: 'observation', subjectId: 'o' });
  expect(waits).toEqual([3_000, 1_000]);
});

it('knows what each topic makes stale', () => {
  const seen: string[] = [];
  const add = makeStaleBatch((key) => seen.push(key.join('/')), { now: () => 0, later: () => undefined });
  add({ cursor: '1', topic: 'import', subjectId: 'i' });
  add({ cursor: '2', topic: 'watch', subjectId: '/tmp' });
  expect(seen).toEqual(['import/i', 'imports', 'archive', 'watched']);
});

it('leaves observations as they are where a view of them was saved', () => {
  const seen: string[] = [];
  const add = makeStaleBatch((key) => seen.push(key.join('/')), { now: () => 0, later: () => undefined });
  add({ cursor: '1', topic: 'view', subjectId: 'v' });
  expect(seen).toEqual(['saved-views']);
});

it('makes texts found in a session stale with any session, as that may be a subagent', () => {
  const { queryKey } = sessionQueries.find('page', { q: 'x', subagents: 'true' });
  const seen: (readonly string[])[] = [];
  makeStaleBatch((key) => seen.push(key), { now: () => 0, later: () => undefined })(session('subagent'));
  expect(seen.filter((key) => key.every((part, at) => queryKey[at] === part))).toHaveLength(1);
});

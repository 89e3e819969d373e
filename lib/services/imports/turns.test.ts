import { setTimeout } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { makeTurns } from './turns.ts';

/** Runs each after `readyMs`, for 10 ms, and answers when each began and ended. */
const run = async (all: readonly (readonly [name: string, shared: readonly string[] | null, readyMs: number])[]): Promise<string[]> => {
  const takeTurn = makeTurns();
  const events: string[] = [];
  const runOne = (name: string) => async () => {
    events.push(`begin ${name}`);
    await setTimeout(10);
    events.push(`end ${name}`);
  };
  await Promise.all(all.map(([name, shared, readyMs]) => takeTurn(setTimeout(readyMs, shared), runOne(name))));
  return events;
};

it('runs together what has nothing in common', async () => {
  expect(await run([['a', ['1'], 0], ['b', ['2'], 0]])).toEqual(['begin a', 'begin b', 'end a', 'end b']); // prettier-ignore
});

it('runs what has something in common in order of arrival, whichever is ready first', async () => {
  const together = await run([['a', ['1'], 5], ['b', ['2'], 0], ['c', ['2', '1'], 0]]); // prettier-ignore
  expect(together).toEqual(['begin a', 'begin b', 'end a', 'end b', 'begin c', 'end c']);
});

it('runs alone what may have anything in common', async () => {
  const events = await run([['a', ['1'], 0], ['b', null, 0], ['c', ['2'], 0]]); // prettier-ignore
  expect(events).toEqual(['begin a', 'end a', 'begin b', 'end b', 'begin c', 'end c']);
});

it('goes on after work that failed', async () => {
  const takeTurn = makeTurns();
  const failed = takeTurn(Promise.resolve(null), () => Promise.reject(new Error('bad')));
  const next = takeTurn(Promise.resolve(null), () => Promise.resolve('fine'));
  await expect(failed).rejects.toThrow('bad');
  expect(await next).toBe('fine');
});

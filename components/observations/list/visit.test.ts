import { describe, expect, test } from 'vitest';
import { addOwnTimes, parseOwnTimes, parseVisit, printOwnTimes, toVisit } from './visit.ts';

const minute = 60_000;

describe('a visit', () => {
  test('the first begins with itself', () => {
    expect(toVisit(null, 5)).toEqual({ sinceMs: 5, lastActionMs: 5 });
  });

  test('goes on over a reload and a walk of under half an hour', () => {
    const visit = { sinceMs: 1_000, lastActionMs: 100 * minute };
    expect(toVisit(visit, 130 * minute - 1)).toEqual({ sinceMs: 1_000, lastActionMs: 130 * minute - 1 });
  });

  test('after half an hour another one begins: what changed since the last action is news', () => {
    const visit = { sinceMs: 1_000, lastActionMs: 100 * minute };
    expect(toVisit(visit, 130 * minute)).toEqual({ sinceMs: 100 * minute, lastActionMs: 130 * minute });
  });

  test('a clock that was put back does not end it', () => {
    expect(toVisit({ sinceMs: 1, lastActionMs: 100 * minute }, 50 * minute).sinceMs).toBe(1);
  });

  test('is read as it was kept; anything else is none', () => {
    expect(parseVisit(JSON.stringify({ sinceMs: 1, lastActionMs: 2 }))).toEqual({ sinceMs: 1, lastActionMs: 2 });
    for (const text of [null, '', '17', '{', '{"sinceMs":"1"}']) expect(parseVisit(text)).toBeNull();
  });
});

describe('what this browser changed itself', () => {
  test('is kept with its time, newest last, without what is older than the visit', () => {
    const own = addOwnTimes(
      new Map([
        ['a', 5],
        ['b', 20],
        ['c', 30],
      ]),
      ['b'],
      { sinceMs: 10, nowMs: 40 },
    );
    expect([...own]).toEqual([
      ['c', 30],
      ['b', 40],
    ]);
    expect(parseOwnTimes(printOwnTimes(own))).toEqual(own);
    expect(parseOwnTimes('[["a"]]').size).toBe(0);
  });

  test('is the last 2,000 at most', () => {
    const keys = Array.from({ length: 2_500 }, (_, at) => `k${at}`);
    const own = addOwnTimes(new Map(), keys, { sinceMs: 0, nowMs: 1 });
    expect(own.size).toBe(2_000);
    expect(own.has('k2499')).toBe(true);
    expect(own.has('k0')).toBe(false);
  });
});

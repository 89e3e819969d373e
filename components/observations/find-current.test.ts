import { describe, expect, it } from 'vitest';
import { buildRow } from './build-row.ts';
import { findCurrent } from './find-current.ts';

const [a, b, c] = ['a', 'b', 'c'].map((key) => buildRow(key));
const all = [a!, b!, c!];
const left = [a!, c!];
const base = {
  ...{ key: 'b', at: 'b', rows: left, stood: all, isListed: false, isWhole: true, isFromStart: true, cameFrom: null },
  ...{ isFresh: true, isKnown: true, isOutside: false, isHeld: false },
};

describe('what is current', () => {
  it('is what the URL names while it is listed', () => {
    expect(findCurrent({ ...base, rows: all, isListed: true })).toEqual({ isGone: false, currentKey: 'b' });
  });
  it('is the one below where it left the list', () => {
    expect(findCurrent(base)).toEqual({ isGone: true, currentKey: 'c' });
    expect(findCurrent({ ...base, rows: [] })).toEqual({ isGone: true, currentKey: null });
  });
  it('stays while the list is being read or something is written about it', () => {
    expect(findCurrent({ ...base, isFresh: false }).isGone).toBe(false);
    expect(findCurrent({ ...base, isHeld: true }).isGone).toBe(false);
  });
  it('may be in a page that is not kept, unless it left from between others', () => {
    expect(findCurrent({ ...base, key: 'c', at: 'c', rows: [a!, b!], isWhole: false }).isGone).toBe(false);
    expect(findCurrent({ ...base, isWhole: false }).isGone).toBe(true);
  });
  it('is what was current before where the URL names one that is not in the list', () => {
    expect(findCurrent({ ...base, stood: null, isOutside: true, cameFrom: 'c' })).toEqual({ isGone: true, currentKey: 'c' });
    expect(findCurrent({ ...base, stood: null, isKnown: false }).isGone).toBe(false);
  });
  it('is the first of the list where the URL names nothing', () => {
    expect(findCurrent({ ...base, at: null })).toMatchObject({ isGone: true });
    expect(findCurrent({ ...base, at: null, isFromStart: false }).isGone).toBe(false);
  });
});

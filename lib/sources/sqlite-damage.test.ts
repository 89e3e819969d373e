import { describe, expect, it } from 'vitest';
import { findReadable } from './sqlite-damage.ts';

const corrupt = (): Error => Object.assign(new Error('database disk image is malformed'), { code: 'SQLITE_CORRUPT' });

/** Rows up to 10,000 of which a stretch is damaged: it throws, or leads back to an earlier row. */
const makeProbe = (from: number, to: number, back: number | null) => (rowid: number) => {
  if (rowid > 10_000) return undefined;
  if (rowid < from || rowid > to) return [rowid];
  if (back === null) throw corrupt();
  return [back];
};

describe('what can be read behind damage', () => {
  it.each([
    ['that throws', null],
    ['that leads back', 3],
  ])('is found behind a stretch %s', (_, back) => {
    expect(findReadable(makeProbe(20, 40, back), 20)).toBe(41);
    expect(findReadable(makeProbe(20, 9_000, back), 20)).toBe(9_001);
    expect(findReadable(makeProbe(20, 10_000, back), 20)).toBeNull();
  });

  it('is nothing where every row leads back', () => {
    expect(findReadable(() => [3], 4)).toBeNull();
  });

  it('leaves other errors as they are', () => {
    const fail = () => {
      throw new Error('no memory');
    };
    expect(() => findReadable(fail, 1)).toThrow('no memory');
  });
});

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { instant } from '../domain/instant.ts';
import { toInstant as toElementInstant } from './elements/instant.ts';
import { toEpochMs, toInstant } from './instant.ts';

const outside = [
  '-000001-01-01T00:00:00Z',
  '+275760-09-13T00:00:00.000Z',
  '+010000-01-01T00:00:00Z',
  '9999-12-31T23:59:59-12:00',
  'yesterday',
];

describe('toInstant', () => {
  it.each(outside)('knows no time of %s', (text) => {
    expect([toInstant(text), toElementInstant(text)]).toEqual([null, null]);
  });

  it('gives only what can be told again', () => {
    fc.assert(
      fc.property(fc.oneof(fc.double(), fc.integer({ min: -8.64e15, max: 8.64e15 })), (ms) => {
        const atMs = toEpochMs(Math.round(ms));
        if (atMs !== null) expect(instant.decode(instant.encode(atMs))).toBe(atMs + 0);
      }),
    );
  });
});

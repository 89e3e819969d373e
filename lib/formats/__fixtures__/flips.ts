import fc from 'fast-check';

type Flip = readonly [at: number, mask: number];

/** Up to `most` bytes to change; `at` says where. */
export const flipsOf = (at: fc.Arbitrary<number>, max: number): fc.Arbitrary<Flip[]> =>
  fc.array(fc.tuple(at, fc.integer({ min: 1, max: 255 })), { minLength: 1, maxLength: max });

/** A copy of the bytes with some of them changed. */
export const flip = (bytes: Uint8Array, flips: readonly Flip[]): Buffer => {
  const flipped = Buffer.from(bytes);
  for (const [at, mask] of flips) flipped[at] = (flipped[at] ?? 0) ^ mask;
  return flipped;
};

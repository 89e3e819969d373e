/** A small seeded source of numbers (mulberry32): the same seed gives the same sequence on every machine. */
export type Prng = {
  /** In [0, 1). */
  next(): number;
  /** Whole number, both ends included. */
  int(from: number, to: number): number;
  pick<Item>(items: readonly [Item, ...Item[]] | readonly Item[]): Item;
  chance(probability: number): boolean;
  /** `length` characters of `alphabet`. */
  text(alphabet: string, length: number): string;
  /** In the shape of a version 4 UUID. */
  uuid(): string;
};

const hex = '0123456789abcdef';

/** The same numbers for the same seed, on every machine. */
export function makePrng(seed: number): Prng {
  let state = seed >>> 0;
  const next = (): number => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
  const int = (from: number, to: number): number => from + Math.floor(next() * (to - from + 1));
  const text = (alphabet: string, length: number): string => {
    let out = '';
    for (let i = 0; i < length; i += 1) out += alphabet.charAt(Math.floor(next() * alphabet.length));
    return out;
  };
  return {
    next,
    int,
    text,
    chance: (probability) => next() < probability,
    pick: (items) => {
      const item = items[int(0, items.length - 1)];
      if (item === undefined) throw new RangeError('pick needs at least one item');
      return item;
    },
    uuid: () => `${text(hex, 8)}-${text(hex, 4)}-4${text(hex, 3)}-${text('89ab', 1)}${text(hex, 3)}-${text(hex, 12)}`,
  };
}

import { BoundedMap } from '../bounded-map.ts';

/** Plain JSON of `Visits`. */
export type StoredVisits = { counts: [string, number][]; forgotten: string; late: number };

/** Bits that represent one part in the filter of forgotten parts. */
const bitsPerPart = 4;

/**
 * Numbers the visits to parts, so that no visit's name stands twice, however many parts there are. Visits to the parts that
 * were visited last are counted. A part that fell out of that list stays in a filter; a visit to it is numbered among all
 * such visits. The filter may take a new part for a forgotten one, never a forgotten one for new. Equal sequences of parts
 * give equal names.
 */
export class Visits {
  readonly #counts: BoundedMap<number>;
  readonly #forgotten: Buffer;
  #late: number;

  /** `limit` parts are counted; the filter has `filterBytes` bytes, a power of two up to 8,192. */
  constructor(limit: number, filterBytes: number, stored?: StoredVisits) {
    this.#counts = new BoundedMap(limit, stored?.counts);
    this.#forgotten = Buffer.alloc(filterBytes);
    this.#forgotten.write(stored?.forgotten ?? '', 'base64url');
    this.#late = stored?.late ?? 0;
  }

  /** Name of the visit that begins: the part's fingerprint for the first, that with a suffix for a later one. */
  begin(part: string): string {
    const count = this.#counts.get(part);
    if (count === undefined && this.#isForgotten(part)) return `${part}~${String(++this.#late)}`;
    const dropped = this.#counts.set(part, (count ?? 0) + 1);
    if (dropped !== null) this.#forget(dropped);
    return count === undefined ? part : `${part}.${String(count + 1)}`;
  }

  toStored(): StoredVisits {
    const isEmpty = this.#forgotten.every((byte) => byte === 0);
    return { counts: this.#counts.toEntries(), forgotten: isEmpty ? '' : this.#forgotten.toString('base64url'), late: this.#late };
  }

  #bitsOf(part: string): number[] {
    const digits = Buffer.from(part, 'base64url');
    return Array.from({ length: bitsPerPart }, (_, index) => digits.readUInt16BE(index * 2) % (this.#forgotten.length * 8));
  }

  #isForgotten(part: string): boolean {
    return this.#bitsOf(part).every((bit) => ((this.#forgotten[bit >> 3] ?? 0) >> (bit & 7)) & 1);
  }

  #forget(part: string): void {
    for (const bit of this.#bitsOf(part)) this.#forgotten[bit >> 3] = (this.#forgotten[bit >> 3] ?? 0) | (1 << (bit & 7));
  }
}

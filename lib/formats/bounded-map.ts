/** A map that keeps the entries set last; plain JSON in and out, so that a reader can be continued from it. */
export class BoundedMap<Value> {
  readonly #entries: Map<string, Value>;
  readonly #limit: number;

  constructor(limit: number, entries: readonly (readonly [string, Value])[] = []) {
    this.#limit = limit;
    this.#entries = new Map(entries);
  }

  get(key: string): Value | undefined {
    return this.#entries.get(key);
  }

  /** Sets an entry as the newest. Answers the key that had to go, or null. */
  set(key: string, value: Value): string | null {
    this.#entries.delete(key);
    this.#entries.set(key, value);
    if (this.#entries.size <= this.#limit) return null;
    const oldest = this.#entries.keys().next().value ?? null;
    if (oldest !== null) this.#entries.delete(oldest);
    return oldest;
  }

  /** Removes and answers an entry. */
  take(key: string): Value | undefined {
    const value = this.#entries.get(key);
    this.#entries.delete(key);
    return value;
  }

  /** Removes and answers the oldest entry that `matches`. */
  takeFirst(matches: (value: Value) => boolean): readonly [string, Value] | null {
    for (const [key, value] of this.#entries) {
      if (!matches(value)) continue;
      this.#entries.delete(key);
      return [key, value];
    }
    return null;
  }

  dropWhere(matches: (value: Value) => boolean): void {
    for (const [key, value] of this.#entries) if (matches(value)) this.#entries.delete(key);
  }

  get size(): number {
    return this.#entries.size;
  }

  toEntries(): [string, Value][] {
    return [...this.#entries];
  }
}

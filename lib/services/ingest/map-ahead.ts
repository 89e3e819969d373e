/**
 * The results of `work` on each item, in order; work on the next items begins while one is waited for and used. At most `atOnce` are in
 * flight.
 */
export async function* mapAhead<Item, Result>(
  items: Iterable<Item> | AsyncIterable<Item>,
  work: (item: Item) => Promise<Result>,
  atOnce = 2,
): AsyncGenerator<Result, void> {
  const begun: Promise<Result>[] = [];
  for await (const item of items) {
    const result = work(item);
    // A failure is thrown where the result is awaited, which may be after the next one began.
    result.catch(() => undefined);
    begun.push(result);
    const first = begun.length === atOnce ? begun.shift() : undefined;
    if (first) yield await first;
  }
  for (const result of begun) yield await result;
}

/** The results of `work` on each item, in order; work on the next item begins while one is waited for and used. At most two are in flight. */
export async function* mapAhead<Item, Result>(
  items: Iterable<Item> | AsyncIterable<Item>,
  work: (item: Item) => Promise<Result>,
): AsyncGenerator<Result, void> {
  let before: Promise<Result> | null = null;
  for await (const item of items) {
    const begun = work(item);
    // What it fails with is thrown where it is awaited, which may be after the next began.
    begun.catch(() => undefined);
    if (before) yield await before;
    before = begun;
  }
  if (before) yield await before;
}

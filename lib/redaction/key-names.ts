/** Names keys that hold secrets, so that two of them, or one and a key that looks like a marker, do not become the same. */
export const makeKeyNames = (keys: readonly string[]): ((key: string, clean: string) => string) => {
  const taken = new Set(keys);
  const names = new Map<string, string>();
  const counts = new Map<string, number>();
  return (key, clean) => {
    let name = names.get(key);
    if (name !== undefined) return name;
    let count = counts.get(clean) ?? 1;
    do {
      name = count === 1 ? clean : `${clean} ${count}`;
      count += 1;
    } while (taken.has(name));
    counts.set(clean, count);
    taken.add(name);
    names.set(key, name);
    return name;
  };
};

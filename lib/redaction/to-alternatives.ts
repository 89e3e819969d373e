/** Patterns as alternatives, together where they begin with the same letter or digit: few of them are tried at a place. */
export const toAlternatives = (patterns: readonly string[]): string => {
  const rests = new Map<string, string[]>();
  for (const pattern of patterns) {
    const [first = ''] = /^[A-Za-z0-9]/u.exec(pattern) ?? [];
    rests.set(first, [...(rests.get(first) ?? []), pattern.slice(first.length)]);
  }
  return [...rests].map(([first, ends]) => `${first}(?:${ends.join('|')})`).join('|');
};

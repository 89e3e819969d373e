const longestRun = (text: string): number => Math.max(0, ...[...text.matchAll(/`+/gu)].map(([run]) => run.length));

/** Each line behind a prefix, such as `> `; without blanks at line ends. */
export const prefixLines = (text: string, prefix: string): string => text.replace(/^/gmu, prefix).replace(/(?<![ \t])[ \t]+$/gmu, '');

/** A fenced block that no text ends. */
export const toFenced = (text: string, language = ''): string => {
  const fence = '`'.repeat(Math.max(3, longestRun(text) + 1));
  return `${fence}${language}\n${text}\n${fence}`;
};

/** A code span that any text fits in. */
export const toCodeSpan = (text: string): string => {
  const ticks = '`'.repeat(longestRun(text) + 1);
  const room = text.startsWith('`') || text.endsWith('`') ? ' ' : '';
  return `${ticks}${room}${text}${room}${ticks}`;
};

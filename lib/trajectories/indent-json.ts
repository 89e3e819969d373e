const tokens = /"(?:[^"\\]|\\.)*"|[{}[\],:]|[^\s"{}[\],:]+/gsu;

/** JSON text over several lines, with texts as people read them and numbers as written. Invalid JSON stays as readable as it was. */
export const indentJson = (text: string): string => {
  let result = '';
  let level = 0;
  let before = '';
  const breakLine = () => `\n${'  '.repeat(Math.min(level, 100))}`;
  for (const [token] of text.matchAll(tokens)) {
    const isClose = token === '}' || token === ']';
    if (isClose) level = Math.max(0, level - 1);
    const isAfterOpen = before === '{' || before === '[';
    if (isClose ? !isAfterOpen : isAfterOpen || before === ',') result += breakLine();
    result += token.startsWith('"') && token.includes('\\u') ? readable(token) : token;
    if (token === ':') result += ' ';
    if (token === '{' || token === '[') level += 1;
    before = token;
  }
  return result;
};

const readable = (written: string): string => {
  try {
    return JSON.stringify(JSON.parse(written));
  } catch {
    return written;
  }
};

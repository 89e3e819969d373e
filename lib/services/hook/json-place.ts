/** Where the value of a key of a JSON object's top level stands in its text: from, to (exclusive). */
export type JsonPlace = { from: number; to: number };

const isSpace = (character: string | undefined): boolean => character !== undefined && ' \t\r\n'.includes(character);

const skipSpaces = (text: string, at: number): number => {
  let next = at;
  while (isSpace(text[next])) next += 1;
  return next;
};

/** Behind the string that begins at `at`. */
const skipString = (text: string, at: number): number => {
  let next = at + 1;
  while (next < text.length && text[next] !== '"') next += text[next] === '\\' ? 2 : 1;
  return next + 1;
};

/** Behind the value that begins at `at`. */
const skipValue = (text: string, at: number): number => {
  let depth = 0;
  let next = at;
  while (next < text.length) {
    const character = text[next] ?? '';
    if (character === '"') next = skipString(text, next);
    else {
      if (depth === 0 && (',]}'.includes(character) || isSpace(character))) return next;
      if ('[{'.includes(character)) depth += 1;
      if (']}'.includes(character)) depth -= 1;
      next += 1;
    }
    if (depth === 0 && ('"]}'.includes(character) || next >= text.length)) return next;
  }
  return next;
};

/**
 * The last value of a key (which is the one that counts) in the text of a JSON object, and where its first key or its end stands.
 * The text must be one.
 */
export const findJsonPlace = (text: string, key: string): { value: JsonPlace | null; begin: number; isEmpty: boolean } => {
  const open = text.indexOf('{');
  let at = skipSpaces(text, open + 1);
  const found = { value: null as JsonPlace | null, begin: open + 1, isEmpty: text[at] === '}' };
  while (at < text.length && text[at] === '"') {
    const end = skipString(text, at);
    const name: unknown = JSON.parse(text.slice(at, end));
    const from = skipSpaces(text, skipSpaces(text, end) + 1);
    const to = skipValue(text, from);
    if (name === key) found.value = { from, to };
    at = skipSpaces(text, to);
    if (text[at] === ',') at = skipSpaces(text, at + 1);
  }
  return found;
};

/** A quote, as it stands in code or, escaped or percent-encoded, within a string of JSON or a URL. For a pattern with the flag `i`. */
export const quote = '\\\\{0,8}["\'`]|%22|&quot;';

const maxProbe = 256;
const bareEnd = /[\s"'`,;&|<>)\]}\\]|=(?=\w)|%22|%26|&quot;/u;

/** Where the quote is that closes a string; -1 if there is none. A quote with more backslashes before it is one within the string. */
const findQuote = (text: string, mark: string, escapes: number): number => {
  if (mark.length > 1) return text.indexOf(mark);
  for (let at = text.indexOf(mark); at >= 0; at = text.indexOf(mark, at + 1)) {
    let before = 0;
    while (text[at - before - 1] === '\\') before += 1;
    // A quote with less belongs to what the text is in. Each level of escaping doubles the backslashes and adds one.
    if (before < escapes || ((before + 1) / (escapes + 1)) % 2 === 1) return at - Math.min(before, escapes);
  }
  return -1;
};

/** The end of a value: its closing quote, what ends a bare word, or as far as is enough to judge it. `opening` is the quote before it. */
export const findValueEnd = (text: string, from: number, opening: string | undefined): number => {
  const probe = text.slice(from, from + maxProbe);
  if (opening === undefined) {
    const end = probe.search(bareEnd);
    return end < 0 ? from + probe.length : from + end;
  }
  const mark = opening.startsWith('&') || opening.startsWith('%') ? opening : (opening.at(-1) ?? '');
  const stop = probe.search(/[\r\n]|\\n/u);
  // Cut off with an ellipsis, it ends there: the next quote is another's.
  const cut = /^[^\s"'`]{4,}?(?:…|\.{3})(?=[\s)\]}]|$)/u.exec(probe);
  if (cut) return from + cut[0].length;
  const end = findQuote(probe, mark, opening.length - 1);
  if (end >= 0 && (stop < 0 || end <= stop)) return from + end;
  // The quote is closed in no line of its own: it may be the end of another.
  const word = probe.search(/[\s"'`]|\\["'nrt\\]/u);
  return word < 0 ? from + probe.length : from + word;
};

/** The end of a secret that `findValueEnd` saw no end of: that of its word. */
export const findWordEnd = (text: string, from: number, end: number): number => {
  if (end - from < maxProbe) return end;
  const rest = /[\s"'`,;&|<>)\]}\\]/gu;
  rest.lastIndex = end;
  return rest.exec(text)?.index ?? text.length;
};

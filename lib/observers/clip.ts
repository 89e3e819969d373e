/** Characters that stand in JSON as themselves, in one byte. */
const plain = /^[ !#-[\]-~]*$/u;
/** Control characters, halves of characters and ends of lines. */
const unfit = /[\p{Cc}\p{Cs}\u2028\u2029]+/gu;

const bytesOf = (character: string): number => {
  if (character === '"' || character === '\\') return 2;
  const code = character.codePointAt(0) ?? 0;
  return code < 0x80 ? 1 : code < 0x800 ? 2 : code < 0x1_0000 ? 3 : 4;
};

/** A text in one line of at most `maxBytes` bytes as JSON; longer text ends in `…`. So a state of such texts has a known size. */
export const clip = (text: string, maxBytes: number): string => {
  if (text.length <= maxBytes && plain.test(text)) return text;
  const line = text.slice(0, maxBytes + 1).replace(unfit, ' ');
  let bytes = 0;
  let end = 0;
  let fitting = 0;
  for (const character of line) {
    bytes += bytesOf(character);
    if (bytes > maxBytes) return `${line.slice(0, fitting)}…`;
    end += character.length;
    if (bytes <= maxBytes - 3) fitting = end;
  }
  return text.length > maxBytes + 1 ? `${line.slice(0, fitting)}…` : line;
};

/** A path as `clip` gives it, but what is longer is cut in its middle: its end, where the file's name stands, stays. */
export const clipPath = (path: string, maxBytes: number): string => {
  const line = path.replace(unfit, ' ');
  if (clip(line, maxBytes) === line) return line;
  const headBytes = Math.floor(maxBytes / 4);
  const characters = Array.from(line);
  let bytes = 0;
  let from = characters.length;
  while (from > 0) {
    bytes += bytesOf(characters[from - 1] ?? '');
    if (bytes > maxBytes - headBytes) break;
    from -= 1;
  }
  return clip(line, headBytes) + characters.slice(from).join('');
};

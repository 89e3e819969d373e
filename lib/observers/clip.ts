/** Characters that stand in JSON as themselves, in one byte. */
const plain = /^[ !#-[\]-~]*$/u;
/** Control characters, halves of characters and ends of lines. */
const unfit = /[\p{Cc}\p{Cs}\u2028\u2029]+/gu;

const bytesOf = (character: string): number => {
  if (character === '"' || character === '\\') return 2;
  const code = character.codePointAt(0) ?? 0;
  return code < 0x80 ? 1 : code < 0x800 ? 2 : code < 0x1_0000 ? 3 : 4;
};

/** A text in one line of at most so many bytes as JSON; what is longer ends in `…`. So a state of such texts has a known size. */
export const clip = (text: string, mostBytes: number): string => {
  if (text.length <= mostBytes && plain.test(text)) return text;
  const line = text.slice(0, mostBytes + 1).replace(unfit, ' ');
  let bytes = 0;
  let end = 0;
  let fitting = 0;
  for (const character of line) {
    bytes += bytesOf(character);
    if (bytes > mostBytes) return `${line.slice(0, fitting)}…`;
    end += character.length;
    if (bytes <= mostBytes - 3) fitting = end;
  }
  return text.length > mostBytes + 1 ? `${line.slice(0, fitting)}…` : line;
};

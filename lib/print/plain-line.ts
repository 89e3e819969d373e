import { toOneLine } from './one-line.ts';

/** Stands for a code span while the marks around it are taken away. */
const held = '\uf8ff';
const codeSpan = /(?<!`)(`{1,3})(?!`)([^\n]{1,300}?)(?<!`)\1(?!`)|\uf8ff/gu;

/**
 * Marks within a line, with what is left of them. They enclose words: what may as well be a glob, a pointer, a power, a variable with
 * underscores or an item of a list in code stays. Lengths are bounded, so that no line takes longer than its length.
 */
const inlineMarks: readonly MarkRule[] = [
  [/(?<![\p{L}\p{N}_)\]])!?\[([^[\]\n]{0,200})\]\([^()\s\uf8ff]{1,500}(?: "[^"\n\uf8ff]{0,200}")?\)/gu, '$1'],
  [/(?<![\w*/\\.])\*(?=[^\s*/.,;:!?)\]}|&-])([^*\n]{1,300}?)(?<=[^\s*/.,([{])\*(?![\w*/]|\.\w)/gu, '$1'],
  [/(?<![\w*/\\.])(\*{2,3})(?=[^\s*/.,;:!?)\]}|&])([^*\n]{1,300}?)(?<=[^\s*/([{])\1(?![\w*/]|\.\w)/gu, '$2'],
  [/(?<![\w/\\.])(__?)(?=[^\s_])([^_\n]{1,300}?\s[^_\n]{0,300}?)(?<=[^\s_])\1(?![\w(/]|\.\w)/gu, '$2'],
  [/(?<![\w~/])~~(?=[^\s~])([^~\n]{1,300}?)(?<=[^\s~])~~(?![\w~/])/gu, '$1'],
  [/`{3,}/gu, ''],
];

/** A mark, and what is left of it. */
export type MarkRule = readonly [RegExp, string];

/** A text without the marks that Markdown has within lines, and those of `more`. Code spans keep all but their ticks. */
export const stripInlineMarks = (text: string, more: readonly MarkRule[] = []): string => {
  if (more.length === 0 && !/[`*~_[]/u.test(text)) return text;
  const spans: string[] = [];
  const outside = text.replace(codeSpan, (whole, _ticks, code: string | undefined) => {
    spans.push(code ?? whole);
    return held;
  });
  const stripped = [...inlineMarks, ...more].reduce((left, [pattern, to]) => left.replace(pattern, to), outside);
  return stripped.replaceAll(held, () => spans.shift() ?? held);
};

/** Headings, quotes, bullets and boxes to check, as they begin a line, and lines that open or close code. Numbers stay. */
const lineMarks = /^[ \t]{0,8}`{3,}[\w+-]*[ \t]*\n|^(?:[ \t]{0,8}(?:#{1,6}[ \t]|>(?=[\s>]|$)|[-*•][ \t]))+[ \t]{0,8}(?:\[[ xX]\][ \t])?/gmu;

/**
 * A prompt, or a title or summary made of one, on one line of at most `maxChars` characters: plain words where it is Markdown, and as it
 * was written where nothing else is left.
 */
export const toPlainLine = (text: string, maxChars = 400): string =>
  toOneLine(stripInlineMarks(text.replace(lineMarks, '')), maxChars) || toOneLine(text, maxChars);

import { stripInlineMarks } from '../print/plain-line.ts';
import { cutBetweenSecrets, cutStartBetweenSecrets } from '../redaction/cut-between-secrets.ts';
import { maxReadChars } from './limits.ts';

/** Items of lists have theirs further in, or on their first line. */
const fence = /^\s{0,20}(`{3,}|~{3,})/u;
const tableRow = /^\s*\||^\s*:?-{2,}:?\s*\|/u;
const heading = /^ {0,3}#{1,6}(?:\s|$)/u;
const rule = /^ {0,3}(?:[-*_=] ?){3,}\s*$/u;
/** Quotes, bullets, numbers and boxes to check, as they stand before an item. */
const marker = /^(?:\s{0,40}>){1,20}\s?|^\s{0,40}(?:[-*+•]|\d{1,3}[.)])\s+(?:\[[ xX]\]\s+)?/u;

/**
 * Text to remove besides the marks of Markdown, outside of code: backslashes and HTML tags. Other names in angle brackets are code that
 * nobody marked. Lengths are bounded, so that the time for a line is linear in its length.
 */
const more = [
  [
    /<\/?(?:a|abbr|b|blockquote|br|center|code|dd|del|details|div|dl|dt|em|figure|font|h[1-6]|hr|i|img|ins|kbd|li|mark|ol|p|pre|q|s|samp|small|span|strike|strong|sub|summary|sup|table|tbody|td|th|thead|tr|tt|u|ul|var)(?:\s[^<>\n]{0,200})?\/?>/gu,
    ' ',
  ],
  [/\\(?=[\\`*_{}[\]()#+\-.!~|>])/gu, ''],
] as const;

/** The beginning and the end of a text, cut at line ends where there are any: what is between is not read. */
export const toReadParts = (text: string): string[] => {
  const { first, last } = maxReadChars;
  if (text.length <= first + last) return [text];
  const headEnd = text.lastIndexOf('\n', first - 1);
  const tailStart = text.indexOf('\n', text.length - last) + 1;
  const isTailNear = tailStart > 0 && tailStart <= text.length - last / 2;
  return [
    cutBetweenSecrets(text, headEnd > first / 2 ? headEnd : first),
    cutStartBetweenSecrets(text, isTailNear ? text.length - tailStart : last),
  ];
};

/**
 * A paragraph or an item of a list, as plain text on one line. `under`: the line with a colon that announces its list, else the heading
 * over it; null: neither.
 */
export type Block = { text: string; isItem: boolean; under: string | null };

/** A line in bold alone that is no sentence is a heading, too. */
const boldLine = /^\s{0,3}(\*\*|__)[^\n]{1,200}(?<![.!?。！？])\1:?\s*$/u;

/**
 * The paragraphs and list items of a Markdown text, in order. Code blocks, tables, headings and rules are left out. Takes time that grows
 * with the length alone; long texts are read from both ends.
 */
export const listBlocks = (text: string): Block[] => toReadParts(text).flatMap(listBlocksOf);

const listBlocksOf = (text: string): Block[] => {
  const blocks: Block[] = [];
  let open: string[] = [];
  let isItem = false;
  let fenced: string | null = null;
  let section: string | null = null;
  let lead: string | null = null;
  const strip = (line: string): string => stripInlineMarks(line, more).replace(/\s+/gu, ' ').trim();
  const close = (): void => {
    const paragraph = strip(open.join(' '));
    const isHeading = open.length === 1 && !isItem && boldLine.test(open[0] ?? '');
    open = [];
    if (paragraph === '') return;
    if (isHeading) section = paragraph;
    else blocks.push({ text: paragraph, isItem, under: (isItem ? lead : null) ?? section });
    if (!isItem) lead = !isHeading && /[:：]$/u.test(paragraph) ? paragraph : null;
  };
  for (const line of text.split(/\r?\n/u)) {
    const mark = fence.exec(line.replace(marker, ''))?.[1];
    if (fenced !== null) {
      if (mark?.startsWith(fenced)) fenced = null;
      continue;
    }
    const isLeftOut = mark !== undefined || tableRow.test(line) || heading.test(line) || rule.test(line) || line.trim() === '';
    if (!isLeftOut) {
      const plain = line.replace(marker, '');
      if (plain !== line) {
        close();
        isItem = true;
      }
      open.push(plain);
      continue;
    }
    close();
    isItem = false;
    if (mark !== undefined) fenced = mark;
    if (!heading.test(line) && !rule.test(line)) continue;
    section = heading.test(line) ? strip(line.replace(/^[\s#]{1,10}/u, '')) : null;
    lead = null;
  }
  close();
  if (blocks.length === 0 && section !== null) blocks.push({ text: section, isItem: false, under: null });
  return blocks;
};

import { stripInlineMarks } from '../print/plain-line.ts';
import { maxReadChars } from './limits.ts';

const fence = /^ {0,3}(`{3,}|~{3,})/u;
const tableRow = /^\s*\||^\s*:?-{2,}:?\s*\|/u;
const heading = /^ {0,3}#{1,6}(?:\s|$)/u;
const rule = /^ {0,3}(?:[-*_=] ?){3,}\s*$/u;
/** Quotes, bullets, numbers and boxes to check, as they stand before an item. */
const marker = /^(?:\s{0,40}>){1,20}\s?|^\s{0,40}(?:[-*+•]|\d{1,3}[.)])\s+(?:\[[ xX]\]\s+)?/u;

/** What is taken away beside the marks of Markdown. Lengths are bounded, so that no line takes longer than its length. */
const tag = /<\/?[a-zA-Z][^<>\n]{0,200}>/gu;
const escape = /\\(?=[\\`*_{}[\]()#+\-.!~|>])/gu;

const stripInline = (paragraph: string): string => stripInlineMarks(paragraph).replace(tag, ' ').replace(escape, '');

/** The beginning and the end of a text, cut at line ends where there are any: what is between is not read. */
export const toReadParts = (text: string): string[] => {
  const { first, last } = maxReadChars;
  if (text.length <= first + last) return [text];
  const head = text.slice(0, first);
  const tail = text.slice(-last);
  const [headEnd, tailStart] = [head.lastIndexOf('\n'), tail.indexOf('\n')];
  return [headEnd > first / 2 ? head.slice(0, headEnd) : head, tailStart >= 0 && tailStart < last / 2 ? tail.slice(tailStart + 1) : tail];
};

/**
 * The paragraphs and list items of a Markdown text as plain text on one line each, in order. Code blocks, tables, headings and rules are
 * left out. Takes time that grows with the length alone; long texts are read from both ends.
 */
export const listParagraphs = (text: string): string[] => toReadParts(text).flatMap(listParagraphsOf);

const listParagraphsOf = (text: string): string[] => {
  const paragraphs: string[] = [];
  let open: string[] = [];
  let fenced: string | null = null;
  const close = (): void => {
    const paragraph = stripInline(open.join(' ')).replace(/\s+/gu, ' ').trim();
    if (paragraph !== '') paragraphs.push(paragraph);
    open = [];
  };
  for (const line of text.split(/\r?\n/u)) {
    const mark = fence.exec(line)?.[1];
    if (fenced !== null) {
      if (mark?.startsWith(fenced)) fenced = null;
      continue;
    }
    if (mark !== undefined) {
      close();
      fenced = mark;
    } else if (tableRow.test(line) || heading.test(line) || rule.test(line) || line.trim() === '') close();
    else {
      const plain = line.replace(marker, '');
      if (plain !== line) close();
      open.push(plain);
    }
  }
  close();
  return paragraphs;
};

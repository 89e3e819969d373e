import MarkdownIt, { type Token } from 'markdown-it';
import { addFootnotes, type NoteMeta, type NoteRef } from './footnotes.ts';

export type MarkdownElement = {
  kind: 'element';
  /** HTML tag: p, h1 to h6, ul, ol, li, blockquote, table, thead, tbody, tr, th, td, em, strong, s, hr. */
  tag: string;
  /** First number of an ordered list. */
  start: number | null;
  align: 'left' | 'center' | 'right' | null;
  /** Whether it is an item of a task list: its text begins with a box. */
  isTask: boolean;
  children: MarkdownNode[];
};
export type MarkdownNode =
  | MarkdownElement
  | { kind: 'text'; text: string }
  /** `language`: as it was written; '' without one. */
  | { kind: 'code'; text: string; language: string; isBlock: boolean }
  | { kind: 'link'; href: string; children: MarkdownNode[] }
  | { kind: 'image'; src: string; alt: string }
  /** A reference to a footnote. */
  | ({ kind: 'note-ref' } & NoteRef)
  /** A footnote, behind all else; `references`: how many there are to it. */
  | ({ kind: 'note'; children: MarkdownNode[] } & NoteMeta);

/** Longer texts are shown as they were written: 32,000 characters of the worst kind take about 0.2 s. */
export const maxMarkdownChars = 32_000;
/** Limit of markdown-it, which leaves deeper content out of its tokens. */
const maxNesting = 100;

// HTML is text. Names of files look like addresses, so only those with a scheme become links.
const parser = new MarkdownIt({ html: false, linkify: true });
parser.linkify.set({ fuzzyLink: false, fuzzyEmail: false });

addFootnotes(parser);

const taskMark = /^\[([ xX])\]\s+/u;

/** Items that begin with `[ ]` or `[x]`, as GitHub draws them. */
parser.core.ruler.after('inline', 'tasks', ({ tokens }) => {
  for (const [at, { type, children }] of tokens.entries()) {
    const item = tokens[at - 2];
    const text = children?.[0];
    if (type !== 'inline' || item?.type !== 'list_item_open' || text?.type !== 'text' || !taskMark.test(text.content)) continue;
    item.meta = { isTask: true };
    text.content = text.content.replace(taskMark, (_, mark: string) => (mark === ' ' ? '☐ ' : '☑ '));
  }
});

/** A Markdown text (CommonMark, with tables, strikethrough, task lists and footnotes) as a tree. Null: too long or too deeply nested to be parsed. */
export const parseMarkdown = (text: string): MarkdownNode[] | null => {
  if (text.length > maxMarkdownChars) return null;
  const tokens = parser.parse(text, {});
  return tokens.some(isTooDeep) ? null : toNodes(tokens);
};

const isTooDeep = ({ level, children }: Token): boolean => level >= maxNesting - 2 || (children?.some(isTooDeep) ?? false);

const toNodes = (tokens: readonly Token[]): MarkdownNode[] => {
  const root: MarkdownNode[] = [];
  const open = [root];
  for (const token of tokens) {
    const siblings = open.at(-1) ?? root;
    if (token.nesting < 0) open.pop();
    else if (token.nesting > 0) open.push(openNode(token, siblings));
    else siblings.push(...toLeaves(token));
  }
  return root;
};

/** Adds a node; answers where its children go. Paragraphs of tight lists are no elements. */
const openNode = (token: Token, siblings: MarkdownNode[]): MarkdownNode[] => {
  if (token.hidden) return siblings;
  const children: MarkdownNode[] = [];
  if (token.type === 'link_open') siblings.push({ kind: 'link', href: parser.normalizeLinkText(token.attrGet('href') ?? ''), children });
  else if (token.type === 'note_open') siblings.push({ kind: 'note', ...(token.meta as NoteMeta), children });
  else siblings.push({ ...toElement(token), children });
  return children;
};

const toElement = (token: Token): MarkdownElement => {
  const start = token.attrGet('start');
  const align = /text-align:(left|center|right)/u.exec(token.attrGet('style') ?? '')?.[1];
  return {
    kind: 'element',
    tag: token.tag,
    start: start === null ? null : Number(start),
    align: align === 'left' || align === 'center' || align === 'right' ? align : null,
    isTask: token.meta !== null,
    children: [],
  };
};

const toLeaves = (token: Token): MarkdownNode[] => {
  switch (token.type) {
    case 'inline':
      return toNodes(token.children ?? []);
    case 'softbreak':
    case 'hardbreak':
      return [{ kind: 'text', text: '\n' }];
    case 'code_inline':
      return [{ kind: 'code', text: token.content, language: '', isBlock: false }];
    case 'fence':
    case 'code_block':
      return [{ kind: 'code', text: token.content.replace(/\n$/u, ''), language: token.info.trim().split(/\s/u)[0] ?? '', isBlock: true }];
    case 'image':
      return [{ kind: 'image', src: parser.normalizeLinkText(token.attrGet('src') ?? ''), alt: token.content }];
    case 'note_ref':
      return [{ kind: 'note-ref', ...(token.meta as NoteRef) }];
    case 'hr':
      return [toElement(token)];
    default:
      return [{ kind: 'text', text: token.content }];
  }
};

/** The texts of a tree, each as it is drawn: in one piece. */
export const listTexts = (nodes: readonly MarkdownNode[]): string[] =>
  nodes.flatMap((node) => {
    if ('children' in node) return listTexts(node.children);
    if (node.kind === 'image') return [node.alt, node.src];
    return node.kind === 'note-ref' ? [] : [node.text];
  });

/** Characters of one drawn line: the width of prose. */
const charsPerLine = 92;

/** The beginning of a text that draws about as many lines; the text itself if it has no more. */
export const cutProse = (text: string, lines: number): string => {
  let [left, at] = [lines, 0];
  while (at < text.length) {
    const end = text.indexOf('\n', at) < 0 ? text.length : text.indexOf('\n', at);
    const drawn = Math.max(1, Math.ceil((end - at) / charsPerLine));
    if (drawn > left) return left === 0 ? text.slice(0, at).trimEnd() : `${text.slice(0, at + left * charsPerLine).trimEnd()}…`;
    left -= drawn;
    at = end + 1;
  }
  return text;
};

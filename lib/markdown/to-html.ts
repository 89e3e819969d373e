import { toVisibleText } from '../print/visible-text.ts';
import type { NoteMeta, NoteRef } from './footnotes.ts';
import type { MarkdownElement, MarkdownNode } from './parse-markdown.ts';

const entities: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' };

/** Text for HTML content and quoted attributes, with hidden characters made visible. */
export const toHtmlText = (text: string): string => toVisibleText(text).replace(/[&<>"']/gu, (one) => entities[one] ?? one);

/** Headings begin below those of the page. */
const tags: Readonly<Record<string, string>> = { h1: 'h3', h2: 'h4', h3: 'h5', h4: 'h6', h5: 'h6', h6: 'h6' };

const webAddress = /^(?:https?:\/\/|mailto:)/iu;

/** Opens only web addresses, and shows where it leads. */
const toLink = (href: string, content: string): string => {
  const target = toHtmlText(href);
  const link = webAddress.test(href) ? `<a href="${target}" rel="noreferrer noopener nofollow">${content}</a>` : content;
  return content === target ? link : `${link} <span class="target">(${target})</span>`;
};

/** Links lead from a reference to its note and back, within one text: `place` begins its ids. */
const toReference = (place: string, { number, nth }: NoteRef): string =>
  `<sup><a id="${place}-ref-${number}-${nth}" href="#${place}-note-${number}" aria-label="Footnote ${number}">${number}</a></sup>`;

const toNote = (place: string, { number, references }: NoteMeta, content: string): string => {
  const back = Array.from({ length: references }, (_, at) => {
    const name = `Back to reference ${at + 1} of footnote ${number}`;
    return ` <a href="#${place}-ref-${number}-${at + 1}" aria-label="${name}">↩</a>`;
  });
  return `<div class="note" id="${place}-note-${number}"><span>${number}.</span><div>${content}</div>${back.join('')}</div>`;
};

const toElement = ({ tag, start, align, isTask, children }: MarkdownElement, place: string): string => {
  const name = tags[tag] ?? tag;
  if (name === 'hr') return '<hr>';
  const attributes = `${start === null ? '' : ` start="${start}"`}${align === null ? '' : ` class="${align}"`}${isTask ? ' class="task"' : ''}`;
  return `<${name}${attributes}>${toHtml(children, place)}</${name}>`;
};

/** A Markdown tree as HTML that fetches nothing and runs nothing: images are links, and all else is text. `place`: its own in the page. */
export const toHtml = (nodes: readonly MarkdownNode[], place: string): string =>
  nodes
    .map((node) => {
      switch (node.kind) {
        case 'text':
          return toHtmlText(node.text);
        case 'code':
          return node.isBlock ? `<pre><code>${toHtmlText(node.text)}</code></pre>` : `<code>${toHtmlText(node.text)}</code>`;
        case 'link':
          return toLink(node.href, toHtml(node.children, place));
        case 'image':
          return toLink(node.src, toHtmlText(node.alt === '' ? 'Image' : `Image: ${node.alt}`));
        case 'note-ref':
          return toReference(place, node);
        case 'note':
          return toNote(place, node, toHtml(node.children, place));
        case 'element':
          return toElement(node, place);
      }
    })
    .join('');

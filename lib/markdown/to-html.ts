import { toVisibleText } from '../print/visible-text.ts';
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

const toElement = ({ tag, start, align, isTask, children }: MarkdownElement): string => {
  const name = tags[tag] ?? tag;
  if (name === 'hr') return '<hr>';
  const attributes = `${start === null ? '' : ` start="${start}"`}${align === null ? '' : ` class="${align}"`}${isTask ? ' class="task"' : ''}`;
  return `<${name}${attributes}>${toHtml(children)}</${name}>`;
};

/** A Markdown tree as HTML that fetches nothing and runs nothing: images are links, and all else is text. */
export const toHtml = (nodes: readonly MarkdownNode[]): string =>
  nodes
    .map((node) => {
      switch (node.kind) {
        case 'text':
          return toHtmlText(node.text);
        case 'code':
          return node.isBlock ? `<pre><code>${toHtmlText(node.text)}</code></pre>` : `<code>${toHtmlText(node.text)}</code>`;
        case 'link':
          return toLink(node.href, toHtml(node.children));
        case 'image':
          return toLink(node.src, toHtmlText(node.alt === '' ? 'Image' : `Image: ${node.alt}`));
        case 'element':
          return toElement(node);
      }
    })
    .join('');

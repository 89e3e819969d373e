'use client';
import { Fragment, memo, useId, type ReactNode } from 'react';
import { Marked } from '@/components/session/marked.tsx';
import { toVisibleText } from '@/lib/print/visible-text.ts';
import { CodeBlock } from './code-block.tsx';
import { Footnote, FootnoteRef, NotePlace } from './footnote.tsx';
import { MarkdownLink } from './markdown-link.tsx';
import type { MarkdownElement, MarkdownNode } from '@/lib/markdown/parse-markdown.ts';

const Text = ({ text }: { text: string }) => (
  <span className="whitespace-pre-wrap">
    <Marked text={toVisibleText(text)} />
  </span>
);

/** Space above sets a heading apart from a paragraph in bold. */
const heading = 'mt-3 font-semibold text-text first:mt-0';
const cell = 'border border-line px-2 py-1 align-top';
const aligned = { left: 'text-left', center: 'text-center', right: 'text-right' } as const;

/** Headings begin below those of the page. */
const elements: Record<string, (children: ReactNode, node: MarkdownElement) => ReactNode> = {
  h1: (children) => <h3 className={`${heading} text-[17px]/6`}>{children}</h3>,
  h2: (children) => <h4 className={`${heading} text-title`}>{children}</h4>,
  h3: (children) => <h5 className={`${heading} text-[14px]/5`}>{children}</h5>,
  h4: (children) => <h6 className={heading}>{children}</h6>,
  h5: (children) => <h6 className={heading}>{children}</h6>,
  h6: (children) => <h6 className={heading}>{children}</h6>,
  ul: (children) => <ul className="flex list-disc flex-col gap-0.5 pl-5 marker:text-text3">{children}</ul>,
  ol: (children, { start }) => (
    <ol start={start ?? 1} className="flex list-decimal flex-col gap-0.5 pl-6 marker:text-text3">
      {children}
    </ol>
  ),
  li: (children, { isTask }) => (
    <li className={`[&>*]:my-1 [&>span]:my-0 ${isTask ? '-ml-5 list-none [&>ol]:ml-5 [&>ul]:ml-5' : ''}`}>{children}</li>
  ),
  blockquote: (children) => <blockquote className="flex flex-col gap-2 border-l-2 border-line2 pl-3 text-text2">{children}</blockquote>,
  table: (children) => (
    <div className="overflow-x-auto" tabIndex={0} role="group" aria-label="Table">
      <table className="border-collapse text-table">{children}</table>
    </div>
  ),
  thead: (children) => <thead className="bg-sunken">{children}</thead>,
  tbody: (children) => <tbody>{children}</tbody>,
  tr: (children) => <tr>{children}</tr>,
  th: (children, { align }) => <th className={`${cell} font-semibold ${aligned[align ?? 'left']}`}>{children}</th>,
  td: (children, { align }) => <td className={`${cell} ${aligned[align ?? 'left']}`}>{children}</td>,
  em: (children) => <em>{children}</em>,
  strong: (children) => <strong className="font-semibold">{children}</strong>,
  s: (children) => <s>{children}</s>,
  hr: () => <hr className="border-line" />,
};

const render = (nodes: readonly MarkdownNode[]): ReactNode => nodes.map((node, at) => <Fragment key={at}>{renderNode(node)}</Fragment>);

const renderNode = (node: MarkdownNode): ReactNode => {
  switch (node.kind) {
    case 'text':
      return <Text text={node.text} />;
    case 'code':
      if (node.isBlock) return <CodeBlock text={node.text} language={node.language} />;
      return (
        <code className="rounded-chip bg-sunken px-1 font-mono text-table whitespace-pre-wrap">
          <Marked text={toVisibleText(node.text)} />
        </code>
      );
    case 'link':
      return (
        <MarkdownLink href={node.href} isBare={node.children.every((child) => child.kind === 'text' && child.text === node.href)}>
          {render(node.children)}
        </MarkdownLink>
      );
    case 'image':
      return (
        <MarkdownLink href={node.src}>
          <Text text={node.alt === '' ? 'Image' : `Image: ${node.alt}`} />
        </MarkdownLink>
      );
    case 'note-ref':
      return <FootnoteRef {...node} />;
    case 'note':
      return <Footnote {...node}>{render(node.children)}</Footnote>;
    case 'element':
      return (elements[node.tag] ?? elements.tbody)?.(render(node.children), node);
  }
};

/** A Markdown tree. Nothing of it is fetched: images are links, and links show where they lead. */
export const Markdown = memo(({ nodes }: { nodes: readonly MarkdownNode[] }) => (
  <NotePlace value={useId()}>
    <div className="flex min-w-0 flex-col gap-2 break-words">{render(nodes)}</div>
  </NotePlace>
));
Markdown.displayName = 'Markdown';

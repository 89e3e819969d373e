'use client';
import { common, createLowlight } from 'lowlight';
import { useMemo, type ReactNode } from 'react';

const lowlight = createLowlight(common);
type Nodes = ReturnType<typeof lowlight.highlight>['children'];

const render = (nodes: Nodes): ReactNode =>
  nodes.map((node, at) => {
    if (node.type === 'text') return node.value;
    if (node.type !== 'element') return null;
    const { className } = node.properties;
    return (
      <span key={at} className={Array.isArray(className) ? className.join(' ') : undefined}>
        {render(node.children)}
      </span>
    );
  });

/** Code in the colors of its language (highlight.js, its common languages); plain if the language is not known. */
export const HighlightedCode = ({ text, language }: { text: string; language: string }) =>
  useMemo(() => (lowlight.registered(language) ? render(lowlight.highlight(language, text).children) : text), [language, text]);

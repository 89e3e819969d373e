'use client';
import { useMemo } from 'react';
import { findMarked } from '@/components/marks/find-marked.ts';
import { useFindMarks } from '@/components/session/find-context.ts';
import { holdsMark } from '@/components/session/find-marks.ts';
import { listTexts, parseMarkdown, type MarkdownNode } from '@/lib/markdown/parse-markdown.ts';
import { useRawText } from './raw-text.ts';

const countSecrets = (texts: readonly string[]): number => texts.reduce((sum, text) => sum + findMarked(text).length, 0);

/**
 * A text as Markdown. Null: it is shown as it was written. That was chosen, it is no Markdown that can be parsed, or a secret or what is
 * looked for extends over several parts of the tree and could not be marked there.
 */
export const useMarkdown = (text: string): readonly MarkdownNode[] | null => {
  const raw = useRawText();
  const { sought } = useFindMarks();
  const parsed = useMemo(() => {
    const nodes = raw ? null : parseMarkdown(text);
    const texts = nodes && listTexts(nodes);
    return nodes && texts && countSecrets(texts) === countSecrets([text]) ? { nodes, texts } : null;
  }, [raw, text]);
  if (!parsed || (holdsMark(text, sought) && !parsed.texts.some((one) => holdsMark(one, sought)))) return null;
  return parsed.nodes;
};

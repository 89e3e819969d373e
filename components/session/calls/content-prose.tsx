'use client';
import { useState } from 'react';
import { Markdown } from '@/components/session/markdown/markdown.tsx';
import { useMarkdown } from '@/components/session/markdown/use-markdown.ts';
import { useFindMarks } from '@/components/session/find-context.ts';
import { holdsMark } from '@/components/session/find-marks.ts';
import { Marked } from '@/components/session/marked.tsx';
import { useRowTabStop } from '@/components/session/rows/row-tab-stop.ts';
import { cutProse } from '@/lib/markdown/parse-markdown.ts';
import { printBytes } from '@/lib/print/bytes.ts';
import { toVisibleText } from '@/lib/print/visible-text.ts';

const collapsedLines = 60;

/** Prose of a call as Markdown, or as it was written; the first sixty lines until all of it is asked for. */
export const ContentProse = ({ text }: { text: string }) => {
  const [chosen, setChosen] = useState<boolean | null>(null);
  const tabStop = useRowTabStop();
  const { pattern } = useFindMarks();
  const head = cutProse(text, collapsedLines);
  const isLong = text.length > head.length * 1.2;
  const isOpen = !isLong || (chosen ?? (holdsMark(text, pattern) && !holdsMark(head, pattern)));
  const shown = isOpen ? text : head;
  const nodes = useMarkdown(shown);
  return (
    <div className="max-w-[92ch] min-w-0 text-read text-text">
      {nodes ? (
        <Markdown nodes={nodes} />
      ) : (
        <p className="break-words whitespace-pre-wrap">
          <Marked text={toVisibleText(shown)} />
        </p>
      )}
      {isLong ? (
        <button
          type="button"
          tabIndex={tabStop}
          aria-expanded={isOpen}
          className="text-table text-accent hover:underline"
          onClick={() => setChosen(!isOpen)}
        >
          {isOpen ? 'collapse' : `show all, ${printBytes(new TextEncoder().encode(text).length)}`}
        </button>
      ) : null}
    </div>
  );
};

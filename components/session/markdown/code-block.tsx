'use client';
import { useQuery } from '@tanstack/react-query';
import { findMarked } from '@/components/marks/find-marked.ts';
import { useFindMarks } from '@/components/session/find-context.ts';
import { holdsMark } from '@/components/session/find-marks.ts';
import { Marked } from '@/components/session/marked.tsx';
import { useRowTabStop } from '@/components/session/rows/row-tab-stop.ts';
import { CopyButton } from '@/components/ui/copy-button.tsx';
import { toVisibleText } from '@/lib/print/visible-text.ts';

/** Loaded with the first block of code that has a language. */
const highlighter = { queryKey: ['highlighter'], queryFn: () => import('./highlighted-code.tsx'), staleTime: Infinity, gcTime: Infinity };
/** Longer code is not highlighted: it takes about 1 ms per thousand characters. */
const maxHighlightedChars = 20_000;

/** Fenced or indented code. A block with marked text is not highlighted. */
export const CodeBlock = ({ text, language }: { text: string; language: string }) => {
  const { pattern } = useFindMarks();
  const plain = language === '' || text.length > maxHighlightedChars || holdsMark(text, pattern) || findMarked(text).length > 0;
  const { data } = useQuery({ ...highlighter, enabled: !plain });
  const visible = toVisibleText(text);
  const tabStop = useRowTabStop();
  return (
    <div className="flex min-w-0 items-start pointer-coarse:min-h-10.5 rounded-code border border-line bg-term">
      <pre tabIndex={tabStop} aria-label="Code" className="min-w-0 flex-1 overflow-x-auto px-2.5 py-1.5 font-mono text-table">
        <code>{!plain && data ? <data.HighlightedCode text={visible} language={language} /> : <Marked text={visible} />}</code>
      </pre>
      <div className="flex shrink-0 items-center gap-1 p-1 pointer-coarse:p-0">
        {language === '' ? null : <span className="max-w-24 truncate text-fact text-text3">{toVisibleText(language)}</span>}
        <CopyButton text={text} name="Copy the code" small />
      </div>
    </div>
  );
};

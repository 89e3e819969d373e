'use client';
import { useState } from 'react';
import { Chevron } from '@/components/ui/chevron.tsx';
import { CopyButton } from '@/components/ui/copy-button.tsx';
import { printCounted } from '@/lib/print/number.ts';
import { toVisibleText } from '@/lib/print/visible-text.ts';

type Props = { title: string; text: string; isOpenFirst?: boolean };

/** A text that is sent or answered, exactly as it is, opened on demand. */
export const SentText = ({ title, text, isOpenFirst = false }: Props) => {
  const [isOpen, setOpen] = useState(isOpenFirst);
  return (
    <section aria-label={title} className="text-table">
      <div className="flex items-center gap-2">
        <button
          type="button"
          aria-expanded={isOpen}
          onClick={() => setOpen(!isOpen)}
          className="row-focus flex min-h-7 min-w-0 flex-1 items-center gap-2 rounded-control text-left hover:bg-hover pointer-coarse:min-h-9"
        >
          <Chevron open={isOpen} />
          <span className="shrink-0 font-semibold">{title}</span>
          <span className="min-w-0 truncate text-fact text-text3">{printCounted(text.length, 'character')}</span>
        </button>
        <CopyButton text={text} name={`Copy the ${title.toLowerCase()}`} small />
      </div>
      {isOpen ? (
        <pre
          tabIndex={0}
          aria-label={title}
          className="mt-1 max-h-[60dvh] overflow-auto rounded-code border border-line bg-term px-2.5 py-1.5 font-mono text-fact break-words whitespace-pre-wrap"
        >
          {toVisibleText(text)}
        </pre>
      ) : null}
    </section>
  );
};

'use client';
import { useState } from 'react';
import { Chevron } from '@/components/ui/chevron.tsx';
import { ErrorLine } from '@/components/ui/error-line.tsx';
import type { TreeDiff } from '@/lib/domain/snapshot-tree.ts';
import { TextChange } from './changed-value.tsx';
import { useSide } from './use-side.ts';

type Props = { id: string; from: number; to: number; prompt: TreeDiff['prompt'] };

/** The text of the prompt that was rendered last, line by line, where it differs: in the slice, the later one is only added. */
export const PromptDiff = ({ id, from, to, prompt: { before, after } }: Props) => {
  const [open, setOpen] = useState(true);
  const one = useSide(id, from, before, true);
  const other = useSide(id, to, after, true);
  const error = one.error ?? other.error;
  if (!before || !after || one.isLoading || other.isLoading || (one.text === other.text && !error)) return null;
  return (
    <section aria-label="Text of the prompt" className="shrink-0 rounded-card border border-line bg-panel">
      <button
        type="button"
        aria-expanded={open}
        onClick={() => setOpen(!open)}
        className="row-focus flex min-h-8 w-full items-center gap-2 rounded-card px-3 text-left text-table hover:bg-hover"
      >
        <Chevron open={open} />
        <span className="shrink-0 font-semibold">Text of the prompt</span>
        <span className="min-w-0 truncate text-fact text-text3">as it was rendered last in each</span>
      </button>
      {error ? <ErrorLine title="It could not be loaded" error={error} retry={one.error ? one.retry : other.retry} /> : null}
      {open && !error ? (
        <div className="border-t border-line py-1 font-mono text-fact">
          <TextChange before={one.text} after={other.text} />
        </div>
      ) : null}
    </section>
  );
};

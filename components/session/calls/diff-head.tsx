'use client';
import { Marked } from '@/components/session/marked.tsx';
import type { EditDiff } from '@/components/session/edit-lines.ts';
import { toRelativePath } from '@/components/session/relative-path.ts';
import { useTimelineActions } from '@/components/session/timeline-context.ts';
import { toVisibleText } from '@/lib/print/visible-text.ts';

const words = { add: 'new file', delete: 'deleted', update: null };

/** Which file a diff is of, and what became of it. */
export const DiffHead = ({ file }: { file: NonNullable<EditDiff['file']> }) => {
  const { cwd } = useTimelineActions();
  const word = words[file.action];
  return (
    <div className="flex gap-2 border-b border-line bg-panel px-2.5 py-0.5 font-mono text-fact text-text2">
      <span className="min-w-0 truncate">
        <Marked text={toVisibleText(toRelativePath(file.path, cwd))} />
      </span>
      {file.movedTo === null ? null : <span className="min-w-0 truncate">→ {toVisibleText(toRelativePath(file.movedTo, cwd))}</span>}
      {word === null ? null : <span className="shrink-0 font-sans text-text3">{word}</span>}
    </div>
  );
};

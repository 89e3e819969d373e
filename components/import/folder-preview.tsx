import type { z } from 'zod';
import { useFocusOnce } from '@/components/hooks/use-focus-once.ts';
import { SeverityMark } from '@/components/marks/severity-mark.tsx';
import { Button } from '@/components/ui/button.tsx';
import type { contracts } from '@/lib/contracts/index.ts';
import { printBytes } from '@/lib/print/bytes.ts';
import { printCounted } from '@/lib/print/number.ts';

export type FolderPreviewed = z.output<typeof contracts.imports.previewWatched.response>;

type Props = { preview: FolderPreviewed; pending: boolean; onWatch: () => void; onCancel: () => void };

/** Files that following a folder would read. Focused, since the button that asked for the preview may be far below. */
export const FolderPreview = ({ preview: { path, files, bytes, examples, problem, warning }, pending, onWatch, onCancel }: Props) => {
  const ref = useFocusOnce<HTMLElement>();
  return (
    <section
      ref={ref}
      tabIndex={-1}
      aria-label={`Preview of ${path}`}
      className="mt-3 rounded-control border border-line2 p-3 outline-none"
    >
      {problem === null ? <p className="font-mono text-fact break-all">{path}</p> : null}
      <p className="text-table break-words text-text2">
        {problem === null ? `${printCounted(files, 'session file')}, ${printBytes(bytes)}` : problem}
        {files === 0 && problem === null ? '. New ones are imported as they appear.' : ''}
      </p>
      <ul className="mt-1 font-mono text-fact text-text3">
        {examples.map((example) => (
          <li key={example} className="truncate" title={example}>
            {example}
          </li>
        ))}
        {files > examples.length && problem === null ? <li>and {printCounted(files - examples.length, 'more', 'more')}</li> : null}
      </ul>
      {warning === null || problem !== null ? null : (
        <p role="alert" className="mt-2 flex gap-2 text-table text-med">
          <span className="flex h-[1lh] items-center">
            <SeverityMark severity="medium" />
          </span>
          <span className="min-w-0 break-words">
            {warning} Following it imports every session file in it. You may want a folder inside it instead.
          </span>
        </p>
      )}
      <div className="mt-3 flex gap-2">
        {problem === null ? (
          <Button look={warning === null ? 'primary' : undefined} refused={pending ? 'Adding the folder' : null} onClick={onWatch}>
            {warning === null ? 'Follow' : 'Follow it anyway'}
          </Button>
        ) : null}
        <Button onClick={onCancel}>{problem === null ? 'Cancel' : 'Dismiss'}</Button>
      </div>
    </section>
  );
};

import type { z } from 'zod';
import { Button } from '@/components/ui/button.tsx';
import type { contracts } from '@/lib/contracts/index.ts';
import { printBytes } from '@/lib/print/bytes.ts';
import { printCounted } from '@/lib/print/number.ts';

export type FolderPreviewed = z.output<typeof contracts.imports.previewWatched.response>;

type Props = { preview: FolderPreviewed; pending: boolean; onWatch: () => void; onCancel: () => void };

/** What watching a folder would read, before it is watched. */
export const FolderPreview = ({ preview: { path, files, bytes, examples, problem, warning }, pending, onWatch, onCancel }: Props) => (
  <section aria-label={`Preview of ${path}`} className="mt-3 rounded-control border border-line2 p-3">
    <p className="font-mono text-fact break-all">{path}</p>
    <p className="text-table text-text2">
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
      <p role="alert" className="mt-2 text-table text-med">
        {warning} Everything listed here would be imported. A folder below it may be what you want.
      </p>
    )}
    <div className="mt-3 flex gap-2">
      {problem === null ? (
        <Button look={warning === null ? 'primary' : undefined} refused={pending ? 'Being added' : null} onClick={onWatch}>
          {warning === null ? 'Watch' : 'Watch it anyway'}
        </Button>
      ) : null}
      <Button onClick={onCancel}>Cancel</Button>
    </div>
  </section>
);

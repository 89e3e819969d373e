import { buttonClass } from '@/components/ui/button.tsx';
import { CopyButton } from '@/components/ui/copy-button.tsx';
import { ProgressBar } from '@/components/ui/progress-bar.tsx';
import { toEndpointUrl } from '@/lib/client/call-endpoint.ts';
import type { DataTask } from '@/lib/domain/data.ts';
import { printBytes } from '@/lib/print/bytes.ts';
import { toVisibleText } from '@/lib/print/visible-text.ts';

const doneWords = { ready: 'verified and ready to save', taken: 'verified and downloaded' };

/** How a backup or compaction goes, or went. */
export const TaskState = ({ task: { kind, file, status, share, problem, copy, bytes } }: { task: DataTask }) => {
  if (status === 'failed') {
    return (
      <p role="alert" className="text-table break-words text-high">
        {problem}
      </p>
    );
  }
  if (status === 'done') {
    return (
      <p role="status" className="flex min-w-0 items-center gap-1 text-table">
        <span className="min-w-0 break-words">
          {kind === 'compact'
            ? 'Compacted: free space was given back to the disk.'
            : `${copy === null ? 'Backed up to ' : ''}${toVisibleText(file ?? '')} (${printBytes(bytes)}), ${copy === null ? 'verified' : doneWords[copy]}`}
        </span>
        {copy === 'ready' ? (
          <a href={toEndpointUrl('GET /api/data/download', {})} download className={buttonClass('default', 'small')}>
            Save
          </a>
        ) : null}
        {kind === 'backup' && file !== null ? <CopyButton text={file} name="Copy path" small /> : null}
      </p>
    );
  }
  const doing = kind === 'compact' ? 'Rewriting the database…' : share === null ? 'Copying and verifying…' : 'Copying…';
  return (
    <div className="flex flex-col gap-1.5">
      <p role="status" className="text-table text-text2">
        {doing}
      </p>
      <ProgressBar name={doing} share={share ?? 1} className={share === null ? 'h-2 w-full animate-pulse' : 'h-2 w-full'} />
    </div>
  );
};

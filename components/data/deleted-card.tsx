'use client';
import { useMutation } from '@tanstack/react-query';
import { useNow } from '@/components/hooks/use-now.ts';
import { FolderRow } from '@/components/import/folder-row.tsx';
import { Button } from '@/components/ui/button.tsx';
import { Card } from '@/components/ui/card.tsx';
import { callEndpoint } from '@/lib/client/call-endpoint.ts';
import type { DeletedFile } from '@/lib/domain/data.ts';
import { printCount, printCounted } from '@/lib/print/number.ts';
import { printDayClock } from '@/lib/print/time.ts';

/** Files that do not bring their deleted sessions back, until they are allowed to; the answer stays when the last one was. */
export const DeletedCard = ({ files, onAllowed }: { files: readonly DeletedFile[]; onAllowed: () => void }) => {
  const nowMs = useNow();
  const allow = useMutation({
    mutationFn: (path: string) => callEndpoint('POST /api/data/deleted/allow', { body: { path } }),
    onSuccess: onAllowed,
  });
  if (files.length === 0 && !allow.data) return null;
  return (
    <Card title="Files of deleted sessions" count={files.length > 0 ? printCount(files.length) : null}>
      <p className="text-table text-text3">
        Followed folders and folder imports skip these files. Allow a file to import its sessions again, with their subagents: right away if
        its folder is followed, otherwise with the next import.
      </p>
      {allow.error ? (
        <p role="alert" className="pt-2 text-table text-high">
          {allow.error.message}
        </p>
      ) : null}
      {allow.data ? (
        <p role="status" className="pt-2 text-table">
          {allow.data.reread
            ? 'Allowed: its folder is followed, so it is being imported.'
            : 'Allowed: the next import of the file brings it back.'}
        </p>
      ) : null}
      <ul aria-label="Deleted files" className="max-h-72 overflow-y-auto">
        {files.map(({ path, sessions, deletedAtMs }) => (
          <FolderRow
            key={path}
            path={path}
            about={`${printCounted(sessions, 'session')}, deleted ${nowMs === null ? '' : printDayClock(deletedAtMs, nowMs)}`}
          >
            <Button
              size="small"
              refused={allow.isPending ? 'Wait until the last one is allowed.' : null}
              onClick={() => allow.mutate(path)}
            >
              Allow again
            </Button>
          </FolderRow>
        ))}
      </ul>
    </Card>
  );
};

'use client';
import { useQuery } from '@tanstack/react-query';
import { Button } from '@/components/ui/button.tsx';
import { importQueries } from '@/lib/client/queries/import-queries.ts';
import type { ImportSummary } from '@/lib/domain/import.ts';
import { useCancelImport } from './use-cancel-import.ts';
import { useFollow } from './use-follow.ts';

/** Cancels the import of a followed folder while it runs, and goes on with the rest after that, unless that was read meanwhile. */
export const RunButton = ({ past }: { past: Pick<ImportSummary, 'id' | 'origin' | 'label' | 'status'> | undefined }) => {
  const cancel = useCancelImport();
  const follow = useFollow();
  const { data: watched } = useQuery(importQueries.watched());
  if (past?.origin !== 'watch' || past.status === 'done') return null;
  const isPartial = watched?.watched.some(({ path, ...folder }) => path === past.label && folder.isPartial) ?? false;
  if (past.status !== 'open' && !isPartial) return null;
  const error = cancel.error ?? follow.error;
  return (
    <>
      {error ? (
        <span role="alert" className="text-table text-high">
          {error.message}
        </span>
      ) : null}
      {past.status === 'open' ? (
        <Button
          size="small"
          refused={cancel.isPending ? 'Canceling after the current file' : null}
          onClick={() => cancel.mutate([past.id])}
        >
          Cancel
        </Button>
      ) : (
        <Button size="small" refused={follow.isPending ? 'Starting' : null} onClick={() => follow.mutate([{ path: past.label }])}>
          Import the rest
        </Button>
      )}
    </>
  );
};

'use client';
import { Button } from '@/components/ui/button.tsx';
import type { ImportSummary } from '@/lib/domain/import.ts';
import { useCancelImport } from './use-cancel-import.ts';
import { useFollow } from './use-follow.ts';

/** Cancels the import of a followed folder while it runs, and goes on with the rest after that. */
export const RunButton = ({ past }: { past: Pick<ImportSummary, 'id' | 'origin' | 'label' | 'status'> | undefined }) => {
  const cancel = useCancelImport();
  const follow = useFollow();
  if (past?.origin !== 'watch' || past.status === 'done') return null;
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

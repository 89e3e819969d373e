'use client';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Notice } from '@/components/ui/notice.tsx';
import { dataQueries } from '@/lib/client/queries/data-queries.ts';
import { printDeletion } from '@/lib/print/deletion.ts';

/** The last deletion, until it is dismissed. */
export const DeletedNotice = () => {
  const client = useQueryClient();
  const { data: deleted = null } = useQuery(dataQueries.lastDeletion());
  const rest =
    deleted?.purged === false ? ' Another process is reading the archive: some deleted bytes stay in its -wal file until then.' : '';
  return (
    <Notice
      text={deleted ? `Deleted ${printDeletion(deleted)}.${rest}` : null}
      undo={null}
      onDismiss={() => client.setQueryData(dataQueries.lastDeletion().queryKey, null)}
    />
  );
};

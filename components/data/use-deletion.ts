'use client';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { callEndpoint } from '@/lib/client/call-endpoint.ts';
import { holdChanges } from '@/lib/client/change-hold.ts';
import { dataQueries, type DeletionQuery } from '@/lib/client/queries/data-queries.ts';
import { keyOf } from '@/lib/client/queries/key-of.ts';

/** Preview of a deletion, and the deletion. Deleted data is not requested again, though the page still shows it. */
export const useDeletion = (target: DeletionQuery, onDeleted: () => void) => {
  const client = useQueryClient();
  const preview = useQuery(dataQueries.previewDeletion(target));
  const release = useRef(() => {});
  // After this, the page that is left lets go of its queries.
  useEffect(() => () => void setTimeout(() => release.current()), []);
  const remove = useMutation({
    mutationFn: (token: string) => {
      // The change may be announced before the answer is here.
      release.current = holdChanges();
      return callEndpoint('DELETE /api/data/deletion', { query: { ...target, token } });
    },
    onSuccess: (deleted) => {
      const releaseChanges = release.current;
      release.current = () => {
        if (target.session !== undefined) client.removeQueries({ queryKey: keyOf.session(target.session) });
        releaseChanges();
        void client.invalidateQueries({ queryKey: keyOf.sessions() });
      };
      client.setQueryData(dataQueries.lastDeletion().queryKey, deleted);
      onDeleted();
    },
    onError: () => {
      release.current();
      // Other sessions may belong to it by now.
      return preview.refetch();
    },
  });
  return { preview, remove };
};

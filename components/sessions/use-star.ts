'use client';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { callEndpoint } from '@/lib/client/call-endpoint.ts';
import { keyOf } from '@/lib/client/queries/key-of.ts';
import { sessionQueries } from '@/lib/client/queries/session-queries.ts';

/** Whether a session is starred, shown as asked for until the server has answered, and what turns it. */
export const useStar = (id: string, starredAtMs: number | null) => {
  const client = useQueryClient();
  const readAgain = () =>
    Promise.all(
      [keyOf.sessions(), sessionQueries.get(id).queryKey, keyOf.search()].map((queryKey) => client.invalidateQueries({ queryKey })),
    );
  const { mutate, isPending, variables, error, reset } = useMutation({
    mutationFn: (starred: boolean) => callEndpoint('PUT /api/sessions/[id]/star', { params: { id }, body: { starred } }),
    // Pending until what shows it is read again, so that the old state does not come back for a moment.
    onSuccess: readAgain,
    // Whether a change was made whose answer got lost is not known. The star does not wait for that: it is as it was.
    onError: () => void readAgain(),
  });
  const isStarred = isPending ? variables : starredAtMs !== null;
  return { isStarred, toggle: () => mutate(!isStarred), error, dismiss: reset };
};

import { useMutation, useQueryClient } from '@tanstack/react-query';
import { callEndpoint } from '@/lib/client/call-endpoint.ts';
import { importQueries } from '@/lib/client/queries/import-queries.ts';
import { keyOf } from '@/lib/client/queries/key-of.ts';
import type { Answer } from '@/lib/client/read-answer.ts';

/** Follows folders, or goes on where their import was canceled. The top bar shows what that brings, however fast it is. */
export const useFollow = () => {
  const client = useQueryClient();
  return useMutation({
    mutationFn: async (folders: readonly { path: string; confirmed?: boolean }[]) => {
      const answers: PromiseSettledResult<Answer<'PUT /api/watched'>>[] = [];
      // One after the other: they are imported in the order in which they are followed.
      for (const body of folders) answers.push(...(await Promise.allSettled([callEndpoint('PUT /api/watched', { body })])));
      const importId = answers.flatMap((answer) => (answer.status === 'fulfilled' ? (answer.value.importId ?? []) : []))[0];
      if (importId !== undefined) client.setQueryData(importQueries.noticed().queryKey, importId);
      void client.invalidateQueries({ queryKey: keyOf.watched() });
      // They are open by now.
      await client.invalidateQueries({ queryKey: keyOf.imports() });
      // Not before: the others are followed.
      for (const answer of answers) if (answer.status === 'rejected') throw answer.reason;
    },
  });
};

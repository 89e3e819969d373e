import { queryOptions, skipToken } from '@tanstack/react-query';
import type { z } from 'zod';
import { contracts } from '../../contracts/index.ts';
import { callEndpoint } from '../call-endpoint.ts';

const { data } = contracts;

export const dataQueries = {
  /** What the deletion of a session would take, as it is now. */
  previewDeletion: (session: string) =>
    queryOptions({
      queryKey: ['deletion', session],
      queryFn: ({ signal }) => callEndpoint(data.previewDeletion, { query: { session }, signal }),
      staleTime: 0,
      gcTime: 0,
    }),
  /** What was deleted last, on this page; it is put here by the deletion. */
  lastDeletion: () => queryOptions<z.infer<typeof data.delete.response> | null>({ queryKey: ['last-deletion'], queryFn: skipToken }),
};

'use client';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { callEndpoint } from '@/lib/client/call-endpoint.ts';
import { keyOf } from '@/lib/client/queries/key-of.ts';
import type { Summary } from '@/lib/domain/summary.ts';

/** Makes a summary anew, as a further version. */
export const useRegenerate = ({ session_id: session, message_id: message }: Summary) => {
  const client = useQueryClient();
  return useMutation({
    mutationFn: () => callEndpoint('POST /api/summaries', { body: { session, message } }),
    onSuccess: () => client.invalidateQueries({ queryKey: keyOf.summaries() }),
  });
};

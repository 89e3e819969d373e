'use client';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { callEndpoint } from '@/lib/client/call-endpoint.ts';
import { keyOf } from '@/lib/client/queries/key-of.ts';
import type { Summary } from '@/lib/domain/summary.ts';

/** Makes a summary anew, as a further version; by default with a model, where one is set up. */
export const useRegenerate = ({ session_id: session, message_id: message }: Summary) => {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (method: 'extractive' | 'model' | undefined) => callEndpoint('POST /api/summaries', { body: { session, message, method } }),
    onSuccess: () => client.invalidateQueries({ queryKey: keyOf.summaries() }),
  });
};

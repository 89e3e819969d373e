'use client';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useRef } from 'react';
import { callEndpoint } from '@/lib/client/call-endpoint.ts';
import { keyOf } from '@/lib/client/queries/key-of.ts';
import type { Summary } from '@/lib/domain/summary.ts';

/** Makes a summary anew; by default with a model, where one is set up. `isSame`: it came out as it was, so it has no new version. */
export const useRegenerate = ({ session_id: session, message_id: message, version }: Summary) => {
  const client = useQueryClient();
  const request = useRef<AbortController>(null);
  const regenerate = useMutation({
    mutationFn: (method: 'extractive' | 'model' | undefined) => {
      request.current = new AbortController();
      return callEndpoint('POST /api/summaries', { body: { session, message, method }, signal: request.current.signal });
    },
    onMutate: () => ({ version }),
    onSuccess: () => client.invalidateQueries({ queryKey: keyOf.summaries() }),
  });
  const made = regenerate.data?.items[0];
  return {
    ...regenerate,
    isSame: made !== undefined && made.version === regenerate.context?.version && !made.model?.failure,
    cancel: () => {
      request.current?.abort();
      regenerate.reset();
    },
  };
};

'use client';
import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { sessionQueries } from '@/lib/client/queries/session-queries.ts';
import type { ToolCall } from '@/lib/domain/tool-call.ts';

/** The call with its arguments up to 256 k characters; a window of the transcript may carry only their beginning. */
export const useFullParams = (call: ToolCall): ToolCall => {
  const cut = new TextEncoder().encode(call.params).length < call.paramsBytes;
  const { data } = useQuery({
    ...sessionQueries.text(call.sessionId, call.recordId, { part: 'params', from: 0, length: 262_144 }),
    enabled: cut,
    staleTime: Infinity,
    gcTime: 5_000,
  });
  return useMemo(() => (data ? { ...call, params: data.text } : call), [call, data]);
};

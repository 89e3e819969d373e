'use client';
import { useQueries } from '@tanstack/react-query';
import { toCallWindows } from './evidence-rows.ts';
import type { ToolCall } from '@/lib/domain/tool-call.ts';
import { sessionQueries } from '@/lib/client/queries/session-queries.ts';

/** The calls that an observation cites and those around, by number. */
export const useEvidenceCalls = (sessionId: string, calls: readonly number[]) => {
  const answers = useQueries({ queries: toCallWindows(calls).map((window) => sessionQueries.toolCalls(sessionId, window)) });
  return {
    callOf: new Map(answers.flatMap(({ data }): [number, ToolCall][] => data?.toolCalls.map((call) => [call.callIndex, call]) ?? [])),
    isPending: answers.some(({ isPending }) => isPending),
    error: answers.find(({ error }) => error !== null)?.error ?? null,
    retry: () => answers.forEach(({ refetch }) => void refetch()),
  };
};

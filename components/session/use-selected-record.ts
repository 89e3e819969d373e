'use client';
import { useQuery } from '@tanstack/react-query';
import { computeRecordLookup, type ResponseFacts } from './record-lookup.ts';
import { ClientError } from '@/lib/client/client-error.ts';
import { sessionQueries } from '@/lib/client/queries/session-queries.ts';
import type { Position } from './position.ts';
import type { SessionRecord } from '@/lib/domain/record.ts';

export type SelectedRecord = {
  record: SessionRecord | null;
  response: ResponseFacts | null;
  error: Error | null;
  retry: () => void;
  loading: boolean;
  /** A record is selected, be it there yet or not. */
  chosen: boolean;
};

const responseReach = 12;

/** The selected record with what its response cost. A call is found by its number, so it need not be drawn. */
export const useSelectedRecord = (sessionId: string, { call, seq, recordId }: Position, changedAt: number): SelectedRecord => {
  const chosen = call !== null || seq !== null || recordId !== null;
  const query = useQuery({
    queryKey: ['selected-record', sessionId, call, seq, recordId, changedAt],
    queryFn: async ({ client, signal }) => {
      const fetch = { gcTime: 0, staleTime: 0 };
      const wanted = { seq, id: seq === null ? recordId : null };
      if (call !== null && seq === null) {
        const { toolCalls } = await client.query({ ...sessionQueries.toolCalls(sessionId, { from: call, limit: 1 }), ...fetch });
        const found = toolCalls.find((one) => one.callIndex === call);
        if (signal.aborted) return null;
        if (!found) throw new ClientError(404, `There is no call #${call} in this session.`, { code: 'not_found' });
        wanted.id = found.recordId;
      }
      const range =
        wanted.seq === null
          ? { around: wanted.id ?? '', limit: responseReach * 2 }
          : { from: Math.max(0, wanted.seq - responseReach), limit: responseReach + 1 };
      const { records } = await client.query({ ...sessionQueries.records(sessionId, range), ...fetch });
      const record = records.find((one) => (wanted.id === null ? one.seq === wanted.seq : one.id === wanted.id)) ?? null;
      const response = computeRecordLookup([{ from: 0, total: 0, records }]).response(record?.responseId ?? null) ?? null;
      return record && { record, response };
    },
    enabled: chosen,
    placeholderData: (before) => before,
    retry: false,
    gcTime: 10_000,
  });
  const current = chosen ? (query.data ?? null) : null;
  return {
    record: current?.record ?? null,
    response: current?.response ?? null,
    error: chosen ? query.error : null,
    retry: () => void query.refetch(),
    loading: query.isFetching && query.isPlaceholderData,
    chosen: chosen && !(query.isSuccess && current === null),
  };
};

'use client';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { findLastTurn, findTurnStart, spliceRowIndex } from './view-rows.ts';
import { callEndpoint } from '@/lib/client/call-endpoint.ts';
import { keyOf } from '@/lib/client/queries/key-of.ts';
import { sessionQueries } from '@/lib/client/queries/session-queries.ts';
import type { RowIndex } from '@/lib/domain/row.ts';

/** Rows change only from the last turn on, unless records were inserted before it. */
const joins = (index: RowIndex, tail: RowIndex): boolean => {
  const start = findTurnStart(index, tail.fromTurn);
  return start === null || tail.kinds === '' || (start.seq === tail.steps[0] && start.call === tail.firstCall);
};

/**
 * The row index of a session. It is fetched once; whenever the session changes, rows from the last turn on are fetched and
 * spliced in. `onTail` receives the first record that may have changed at once, so that records load in parallel with rows.
 */
export const useRowIndex = (sessionId: string, onTail: (fromSeq: number) => void) => {
  const client = useQueryClient();
  const queryKey = keyOf.timelineRows(sessionId);
  const rows = useQuery({
    queryKey,
    queryFn: () => client.query({ ...sessionQueries.rows(sessionId), gcTime: 0, staleTime: 5_000 }),
    staleTime: Infinity,
    structuralSharing: false,
  });
  // Its key starts with the session's, so that a change of the session invalidates it with the others.
  useQuery<number>({
    queryKey: [...keyOf.session(sessionId), 'rows-tail'],
    queryFn: async ({ signal }) => {
      const known = client.getQueryData<RowIndex>(queryKey);
      const lastTurn = known ? findLastTurn(known) : -1;
      const reread = async () => {
        onTail(0);
        await client.invalidateQueries({ queryKey });
        return 0;
      };
      if (!known || lastTurn < 0) return reread();
      onTail(findTurnStart(known, lastTurn)?.seq ?? 0);
      const tail = await callEndpoint('GET /api/sessions/[id]/rows', { params: { id: sessionId }, query: { fromTurn: lastTurn }, signal });
      const current = client.getQueryData<RowIndex>(queryKey);
      if (!current || !joins(current, tail)) return reread();
      client.setQueryData(queryKey, spliceRowIndex(current, tail));
      return tail.totalRecords;
    },
    initialData: 0,
    staleTime: Infinity,
    gcTime: 0,
  });
  return rows;
};

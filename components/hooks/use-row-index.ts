'use client';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { spliceRowIndex } from '@/components/session/view-rows.ts';
import { sessionQueries } from '@/lib/client/queries.ts';
import type { RowIndex } from '@/lib/domain/row.ts';

/** Rows change only from the last turn on, unless records were inserted before it. */
const joins = (index: RowIndex, tail: RowIndex): boolean => {
  const cut = index.turns.findIndex((turn) => turn >= tail.fromTurn);
  return cut < 0 || tail.seqs.length === 0 || index.seqs[cut] === tail.seqs[0];
};

/**
 * The row index of a session. It is fetched once; when `changedAt` moves, rows from the last turn on are fetched and spliced in.
 * `onTail` hears the first record that may have changed.
 */
export const useRowIndex = (sessionId: string, changedAt: number, onTail: (fromSeq: number) => void) => {
  const client = useQueryClient();
  const queryKey = ['timeline-rows', sessionId];
  const rows = useQuery({
    queryKey,
    queryFn: () => client.query({ ...sessionQueries.rows(sessionId), gcTime: 0, staleTime: 0 }),
    staleTime: Infinity,
    structuralSharing: false,
  });
  const index = useRef<RowIndex | undefined>(undefined);
  const tell = useRef(onTail);
  useEffect(() => {
    index.current = rows.data;
    tell.current = onTail;
  });
  const seenAt = useRef(0);
  useEffect(() => {
    const known = index.current;
    if (!known || changedAt === 0 || seenAt.current === changedAt) return;
    const first = seenAt.current === 0;
    seenAt.current = changedAt;
    if (first) return;
    const lastTurn = known.turns[known.turns.length - 1] ?? -1;
    const refresh = async () => {
      const tail = await client.query({
        ...sessionQueries.rows(sessionId, { fromTurn: Math.max(0, lastTurn) }),
        gcTime: 0,
        staleTime: 0,
      });
      if (lastTurn < 0 || !joins(known, tail)) {
        await client.invalidateQueries({ queryKey: ['timeline-rows', sessionId] });
        tell.current(0);
        return;
      }
      client.setQueryData(['timeline-rows', sessionId], spliceRowIndex(known, tail));
      tell.current(tail.seqs[0] ?? known.totalRecords);
    };
    void refresh().catch(() => undefined);
  }, [changedAt, client, rows.data, sessionId]);
  return rows;
};

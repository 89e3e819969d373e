'use client';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import type { FindMarks } from './find-context.ts';
import { findHitAt, noHits, type Hits } from './find-hits.ts';
import { makeFindPattern } from './find-marks.ts';
import { sessionQueries } from '@/lib/client/queries/session-queries.ts';

/** Hits that one can walk; of more the rest is counted alone. */
const maxHits = 20_000;

/** Where a text occurs in a session, as the server finds it, and which of these places is selected. */
export const useFind = (sessionId: string, text: string | null, { call, seq }: { call: number | null; seq: number | null }) => {
  const wanted = text !== null && text !== '';
  const query = useQuery({
    ...sessionQueries.find(sessionId, { q: text ?? '', limit: maxHits }),
    enabled: wanted,
    placeholderData: keepPreviousData,
    gcTime: 10_000,
  });
  const hits: Hits = wanted ? (query.data ?? noHits) : noHits;
  const at = findHitAt(hits, { call, seq: seq ?? -1 });
  const [hitCall, hitSeq] = [hits.calls[at] ?? 0, hits.seqs[at] ?? -1];
  const marks = useMemo<FindMarks>(
    () => ({ pattern: makeFindPattern(text), hit: hitSeq < 0 ? null : { call: hitCall > 0 ? hitCall : null, seq: hitSeq } }),
    [hitCall, hitSeq, text],
  );
  const waiting = wanted && (query.isPending || query.isPlaceholderData);
  return { hits, at, marks, waiting, error: wanted ? query.error : null };
};

export type Find = ReturnType<typeof useFind>;

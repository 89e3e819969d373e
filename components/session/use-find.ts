'use client';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import type { FindMarks } from './find-context.ts';
import { findHitAt, hitAt, noHits, type Hit } from './find-hits.ts';
import { makeFindPattern } from './find-marks.ts';
import type { Position } from './position.ts';
import { sessionQueries } from '@/lib/client/queries/session-queries.ts';

/** Hits that one can walk; of more the rest is counted alone. */
const maxHits = 20_000;

/** Where a text occurs in a session and its subagents, as the server finds it, and which of these places is selected. `words` are only marked. */
export const useFind = (sessionId: string, { find: text, words }: Pick<Position, 'find' | 'words'>, selected: Hit) => {
  const wanted = text !== null && text !== '';
  const query = useQuery({
    ...sessionQueries.find(sessionId, { q: text ?? '', limit: maxHits, subagents: 'true' }),
    enabled: wanted,
    placeholderData: keepPreviousData,
    gcTime: 10_000,
  });
  const hits = wanted ? (query.data ?? noHits) : noHits;
  const at = findHitAt(hits, selected);
  const marks = useMemo<FindMarks>(
    () => ({ pattern: makeFindPattern(text, words?.split(',')), sought: makeFindPattern(text), hit: hitAt(hits, at), agent: null }),
    [at, hits, text, words],
  );
  const waiting = wanted && (query.isPending || query.isPlaceholderData);
  return { hits, at, marks, waiting, error: wanted ? query.error : null };
};

export type Find = ReturnType<typeof useFind>;

'use client';
import { useQueryClient } from '@tanstack/react-query';
import { sessionQueries } from '@/lib/client/queries/session-queries.ts';
import { computeHitKeys } from './find-hits.ts';
import { usePlace, useSessionNavigation } from './timeline-context.ts';
import type { ViewRow } from './view-rows.ts';

/** Leads to the next unrecognized record, or to the next call without a result: after the selection, then around the end. `rows` has none expanded. */
export const useIncomplete = (sessionId: string, rows: readonly ViewRow[]): ((what: 'unknown' | 'orphan') => void) => {
  const client = useQueryClient();
  const { seq } = usePlace();
  const { showRecord } = useSessionNavigation();
  const goTo = async (what: 'unknown' | 'orphan') => {
    const { found } = await client.query({ ...sessionQueries.incomplete(sessionId, { what, after: seq }), gcTime: 0, staleTime: 0 });
    if (!found) return;
    const hit = { call: found.call > 0 ? found.call : null, seq: found.seq, agent: null };
    showRecord(hit, computeHitKeys(rows, hit));
  };
  return (what) => void goTo(what).catch(() => undefined);
};

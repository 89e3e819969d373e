'use client';
import { useQueryClient } from '@tanstack/react-query';
import { sessionQueries } from '@/lib/client/queries/session-queries.ts';
import type { Timeline } from './use-timeline.ts';

/** Leads to the next record that was not understood, or to the next call without a result, after the selection and around the end. */
export const useIncomplete = (sessionId: string, { at, showRecord }: Timeline): ((what: 'unknown' | 'orphan') => void) => {
  const client = useQueryClient();
  const goTo = async (what: 'unknown' | 'orphan') => {
    const { found } = await client.query({ ...sessionQueries.incomplete(sessionId, { what, after: at.seq }), gcTime: 0, staleTime: 0 });
    if (found) showRecord({ call: found.call > 0 ? found.call : null, seq: found.seq }, { opens: true });
  };
  return (what) => void goTo(what).catch(() => undefined);
};

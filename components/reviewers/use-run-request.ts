'use client';
import { useMutation, useQueries, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { callEndpoint } from '@/lib/client/call-endpoint.ts';
import { keyOf } from '@/lib/client/queries/key-of.ts';
import { reviewQueries } from '@/lib/client/queries/review-queries.ts';
import { sessionQueries } from '@/lib/client/queries/session-queries.ts';
import { printServers } from './review-words.ts';
import type { ReviewersAnswer } from './use-reviewers.ts';
import type { ReviewerDefinition } from '@/lib/domain/bundle.ts';

export const scopes = ['reviewer', 'bundle', 'all'] as const;
export type Scope = (typeof scopes)[number];

type Of = { sessionId: string; data: ReviewersAnswer; chosen: ReviewerDefinition; onStarted: (id: string) => void };

/** Request to run reviewers over a session: its options, a preview of what it would send, and its start. */
export const useRunRequest = ({ sessionId, data, chosen, onStarted }: Of) => {
  const client = useQueryClient();
  const [scope, setScope] = useState<Scope>('reviewer');
  const [isForced, setForced] = useState(false);
  const [isDry, setDry] = useState(false);
  const [turn, setTurn] = useState<number | null>(null);
  const session = useQuery(sessionQueries.get(sessionId));
  const turns = useQuery({ ...sessionQueries.turns(sessionId), enabled: isDry });
  const named = data.bundles
    .flatMap(({ reviewers }) => reviewers)
    .filter(({ id, bundle, enabled }) =>
      scope === 'reviewer' ? id === chosen.id : enabled && (scope === 'all' || bundle === chosen.bundle),
    );
  const toTurn = isDry && turn !== null ? turn : undefined;
  const previews = useQueries({
    queries: named.map(({ id }) => reviewQueries.preview({ session: sessionId, reviewer: id, force: isForced, toTurn })),
  });
  const start = useMutation({
    mutationFn: () => {
      const body = { session: sessionId, reviewers: named.map(({ id }) => id), force: isForced, dry: isDry, toTurn };
      return callEndpoint('POST /api/reviews', { body });
    },
    onSuccess: async ({ id }) => {
      onStarted(id);
      await client.invalidateQueries({ queryKey: keyOf.reviews() });
    },
  });
  const due = previews.flatMap(({ data: preview }) => (preview?.isDue ? [preview] : []));
  const isLooking = previews.some(({ isPending }) => isPending);
  const findRefusal = (): string | null => {
    if (start.isPending) return 'Starting…';
    if (session.data?.synthetic && data.script === null) return 'Demo sessions are never sent to a model. Choose a session of yours.';
    if (named.length === 0) return 'None of these reviewers is on.';
    if (isLooking) return 'Looking at what would be sent…';
    return due.length === 0 ? 'No reviewer is due. The reasons are in the list.' : null;
  };
  return {
    scope,
    setScope,
    isForced,
    setForced,
    isDry,
    setDry,
    turn,
    setTurn,
    session,
    turns: turns.data?.turns ?? [],
    rows: named.map((reviewer, at) => ({ reviewer, preview: previews[at]?.data, error: previews[at]?.error ?? null })),
    due,
    servers: printServers(due.map(({ access }) => access)),
    isLooking,
    refusal: findRefusal(),
    error: start.error,
    start: () => start.mutate(),
  };
};
export type RunRequest = ReturnType<typeof useRunRequest>;

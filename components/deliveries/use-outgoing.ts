'use client';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { parseAsStringLiteral, useQueryState } from 'nuqs';
import { callEndpoint } from '@/lib/client/call-endpoint.ts';
import { deliveryQueries } from '@/lib/client/queries/delivery-queries.ts';
import { keyOf } from '@/lib/client/queries/key-of.ts';
import { deliveryState } from '@/lib/domain/delivery.ts';

const configEveryMs = 3_000;

/** The sinks, and their deliveries of one status, which is in the URL while the panel is open. */
export const useOutgoing = () => {
  const client = useQueryClient();
  const [shown, show] = useQueryState('outgoing', parseAsStringLiteral(deliveryState.options).withOptions({ history: 'replace' }));
  const { data, error, refetch } = useQuery({
    ...deliveryQueries.list(shown ?? 'dead'),
    // The server does not announce edits of the configuration file.
    refetchInterval: shown === null ? false : configEveryMs,
  });
  const retry = useMutation({
    mutationFn: (id: string) => callEndpoint('POST /api/deliveries/[id]/retry', { params: { id } }),
    onSettled: () => client.invalidateQueries({ queryKey: keyOf.deliveries() }),
  });
  const retryAll = useMutation({
    mutationFn: (sink: string) => callEndpoint('POST /api/deliveries/retry', { body: { sink } }),
    onSettled: () => client.invalidateQueries({ queryKey: keyOf.deliveries() }),
  });
  return {
    data,
    error,
    refetch,
    shown,
    show: (state: typeof shown) => void show(state),
    retryError: retry.error ?? retryAll.error,
    retry: (id: string) => retry.mutate(id),
    retryAll: (sink: string) => retryAll.mutate(sink),
  };
};

export type Outgoing = ReturnType<typeof useOutgoing>;

'use client';
import { useInfiniteQuery, useMutation, useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { callEndpoint } from '@/lib/client/call-endpoint.ts';
import { keyOf } from '@/lib/client/queries/key-of.ts';
import { metricQueries } from '@/lib/client/queries/metric-queries.ts';

const noticeMs = 8_000;

type Switch = { id: string; title: string; blocked: boolean };

/** Outcomes after each example, and the last switch of an example, which can be undone for 8 seconds. */
export const useCredits = () => {
  const client = useQueryClient();
  const list = useInfiniteQuery(metricQueries.credits());
  const [notice, setNotice] = useState<{ text: string; undo: Switch | null; isProblem?: boolean } | null>(null);
  const block = useMutation({
    mutationFn: ({ id, blocked }: Switch) => callEndpoint('PUT /api/metrics/examples/[id]/blocked', { params: { id }, body: { blocked } }),
    onSuccess: (_, done) =>
      setNotice({
        text: done.blocked ? `“${done.title}” is no longer offered.` : `“${done.title}” is offered again.`,
        undo: { ...done, blocked: !done.blocked },
      }),
    onError: (error: Error) => setNotice({ text: `Nothing was changed: ${error.message}`, undo: null, isProblem: true }),
    onSettled: () => Promise.all([keyOf.metrics(), keyOf.search()].map((queryKey) => client.invalidateQueries({ queryKey }))),
  });
  useEffect(() => {
    if (notice === null) return undefined;
    const timer = setTimeout(() => setNotice(null), noticeMs);
    return () => clearTimeout(timer);
  }, [notice]);
  const undo = notice?.undo ?? null;
  return {
    list,
    credits: list.data?.pages.flatMap(({ items }) => items) ?? null,
    total: list.data?.pages[0]?.total ?? 0,
    /** The example that is being switched, and where to. */
    pending: block.isPending ? block.variables : null,
    set: (next: Switch) => block.mutate(next),
    notice,
    undo: undo && (() => block.mutate(undo)),
    dismiss: () => setNotice(null),
  };
};

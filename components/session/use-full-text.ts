'use client';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { callEndpoint } from '@/lib/client/call-endpoint.ts';

const firstSlice = 65_536;
const laterSlice = 1_048_576;

/** The text of a record from its beginning, in slices (64 k characters, then 1 M each); `asked` is how many are requested (0: none). */
export const useFullText = (sessionId: string, recordId: string | null, part: 'text' | 'params', asked: number) => {
  const query = useInfiniteQuery({
    queryKey: ['full-text', sessionId, recordId, part],
    queryFn: ({ pageParam, signal }) =>
      callEndpoint('GET /api/sessions/[id]/records/[recordId]/text', {
        params: { id: sessionId, recordId: recordId ?? '' },
        query: { part, from: pageParam, length: pageParam === 0 ? firstSlice : laterSlice },
        signal,
      }),
    initialPageParam: 0,
    getNextPageParam: (page, _pages, from) => (from + page.text.length < page.totalChars ? from + page.text.length : undefined),
    enabled: asked > 0 && recordId !== null,
    gcTime: 5_000,
    structuralSharing: false,
  });
  const loaded = query.data?.pages.length ?? 0;
  const { fetchNextPage, hasNextPage, isFetching } = query;
  useEffect(() => {
    if (loaded > 0 && loaded < asked && hasNextPage && !isFetching) void fetchNextPage();
  }, [asked, fetchNextPage, hasNextPage, isFetching, loaded]);
  return {
    text: query.data ? query.data.pages.map((page) => page.text).join('') : null,
    more: query.data ? hasNextPage : asked === 0,
    loading: isFetching,
    error: query.error?.message ?? null,
  };
};

'use client';
import { useQueryClient, type InfiniteData, type QueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { askAgain } from '@/lib/client/ask-again.ts';
import { unlessHeld } from '@/lib/client/change-hold.ts';
import { openChangeStream } from '@/lib/client/change-stream.ts';
import { setConnectionState } from '@/lib/client/connection.ts';
import { importQueries } from '@/lib/client/queries/import-queries.ts';
import { keyOf } from '@/lib/client/queries/key-of.ts';
import { observationQueries } from '@/lib/client/queries/observation-queries.ts';
import { makeStaleBatch, toEveryMs } from '@/lib/client/stale-batch.ts';

/** A page of observations is an answer of its own, which costs as much as this many rows of another list. */
const rowsOfPage = 500;

const countPages = (client: QueryClient): number =>
  [observationQueries.groups, observationQueries.list]
    .flatMap((list) => client.getQueriesData<InfiniteData<unknown>>({ queryKey: list({}).queryKey.slice(0, 2), type: 'active' }))
    .reduce((sum, [, data]) => sum + (data?.pages.length ?? 0), 0);

/** Keeps the page's queries current: refetches what the server announces as changed after a cursor. Mount once. */
export const useChangeStream = (after: string): void => {
  const client = useQueryClient();
  // Later renderings of the shell do not move where the stream began.
  const [from] = useState(after);
  useEffect(() => {
    const countRows = (queryKey: readonly string[]) => {
      const [head, id] = queryKey;
      if (head === keyOf.observations()[0]) return countPages(client) * rowsOfPage;
      return head === keyOf.import('')[0] ? (client.getQueryData(importQueries.get(id ?? '').queryKey)?.results.length ?? 0) : 0;
    };
    const add = makeStaleBatch((queryKey) => unlessHeld(() => askAgain(client, queryKey)), {
      now: () => performance.now(),
      later: (run, ms) => void setTimeout(run, ms),
      everyMs: (queryKey) => toEveryMs(countRows(queryKey)),
    });
    return openChangeStream(from, (message) => {
      if (message.kind === 'change') add(message.change);
      else if (message.kind === 'resync') askAgain(client);
      else setConnectionState(message.state, Date.now());
    });
  }, [client, from]);
};

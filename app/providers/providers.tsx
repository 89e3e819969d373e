'use client';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { NuqsAdapter } from 'nuqs/adapters/next/app';
import { Tooltip } from 'radix-ui';
import { useState, type ReactNode } from 'react';
import { ImportProvider } from '@/components/import/import-provider.tsx';
import { ClientError } from '@/lib/client/client-error.ts';
import { isRetried, toRetryDelayMs } from '@/lib/client/retry-busy.ts';

const maxRetries = 2;

const makeQueryClient = () =>
  new QueryClient({
    defaultOptions: {
      // A page's prefetched data comes as text: React's own encoding walks every number of a row index, JSON does not.
      hydrate: { deserializeData: (data: string): unknown => JSON.parse(data) },
      queries: {
        // The server is on this machine: a browser without a network reaches it.
        networkMode: 'always',
        // The change stream says when something is stale.
        staleTime: 30_000,
        refetchOnWindowFocus: false,
        retry: (failures, error) =>
          isRetried(failures, error) || (failures < maxRetries && error instanceof ClientError && error.transient),
        retryDelay: toRetryDelayMs,
      },
      mutations: { networkMode: 'always', retry: isRetried, retryDelay: toRetryDelayMs },
    },
  });

/** Wraps every page: the query cache, the URL state, tooltips, and the import that survives page changes. */
export const Providers = ({ children }: { children: ReactNode }) => {
  const [client] = useState(makeQueryClient);
  return (
    <QueryClientProvider client={client}>
      <NuqsAdapter>
        <Tooltip.Provider delayDuration={300}>
          <ImportProvider>{children}</ImportProvider>
        </Tooltip.Provider>
      </NuqsAdapter>
    </QueryClientProvider>
  );
};

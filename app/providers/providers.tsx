'use client';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { NuqsAdapter } from 'nuqs/adapters/next/app';
import { Tooltip } from 'radix-ui';
import { useState, type ReactNode } from 'react';
import { ImportProvider } from '@/components/import/import-provider.tsx';
import { ClientError } from '@/lib/client/client-error.ts';

const maxRetries = 2;
/** An import keeps the database busy at most for moments. */
const maxBusyRetries = 5;

/** After a network failure it is unknown whether a change was made, so only what found the database busy is tried again. */
const retryBusy = (failures: number, error: Error) => error instanceof ClientError && error.isBusy && failures < maxBusyRetries;

/** What the server asks for, else 1, 2, 4 seconds and so on. */
const retryDelay = (failures: number, error: Error) => (error instanceof ClientError ? error.retryAfterMs : null) ?? 1_000 * 2 ** failures;

const makeQueryClient = () =>
  new QueryClient({
    defaultOptions: {
      // What a page brings along comes as text: React's own encoding walks every number of a row index, JSON does not.
      hydrate: { deserializeData: (data: string): unknown => JSON.parse(data) },
      queries: {
        // The change stream says when something is stale.
        staleTime: 30_000,
        refetchOnWindowFocus: false,
        retry: (failures, error) =>
          retryBusy(failures, error) || (failures < maxRetries && error instanceof ClientError && error.transient),
        retryDelay,
      },
      mutations: { retry: retryBusy, retryDelay },
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

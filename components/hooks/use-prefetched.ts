'use client';
import { hydrate, useQueryClient, type DehydratedState } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { holdSchemas } from '@/lib/client/schema-hold.ts';

/** Puts what the server read for a page into the cache once it is there. Answers whether that was done. */
export const usePrefetched = (state: Promise<DehydratedState>): boolean => {
  const client = useQueryClient();
  const [isRead, setRead] = useState(false);
  // The shell's queries are often answered before this is drawn, and their schemas take longer than that to load.
  useEffect(() => (isRead ? undefined : holdSchemas()), [isRead]);
  useEffect(() => {
    const read = async () => {
      try {
        hydrate(client, await state);
      } catch {
        // The connection ended before: the queries of the page ask by themselves, and say what is wrong.
      }
      setRead(true);
    };
    void read();
  }, [client, state]);
  return isRead;
};

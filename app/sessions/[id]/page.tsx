import { HydrationBoundary } from '@tanstack/react-query';
import type { Metadata } from 'next';
import { Suspense } from 'react';
import { SessionLoading } from '@/components/session/session-loading.tsx';
import { SessionPage } from '@/components/session/session-page.tsx';
import { prefetchSession } from './prefetch-session.ts';

export const metadata: Metadata = { title: 'Session' };

type Route = PageProps<'/sessions/[id]'>;

const Session = async ({ params, searchParams }: Route) => {
  const id = decodeURIComponent((await params).id);
  return (
    <HydrationBoundary state={await prefetchSession(id, await searchParams)}>
      <SessionPage id={id} />
    </HydrationBoundary>
  );
};

/** Streams the page frame before the session is read, so that the browser loads the scripts meanwhile. */
const Page = (route: Route) => (
  <Suspense fallback={<SessionLoading />}>
    <Session {...route} />
  </Suspense>
);

export default Page;

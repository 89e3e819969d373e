import { HydrationBoundary } from '@tanstack/react-query';
import type { Metadata } from 'next';
import { SessionPage } from '@/components/session/session-page.tsx';
import { prefetchSession } from './prefetch-session.ts';

export const metadata: Metadata = { title: 'Session' };

const Page = async ({ params, searchParams }: PageProps<'/sessions/[id]'>) => {
  const id = decodeURIComponent((await params).id);
  return (
    <HydrationBoundary state={await prefetchSession(id, await searchParams)}>
      <SessionPage id={id} />
    </HydrationBoundary>
  );
};

export default Page;

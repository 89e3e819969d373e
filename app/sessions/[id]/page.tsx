import type { Metadata } from 'next';
import { SessionLoading } from '@/components/session/session-loading.tsx';
import { SessionPage } from '@/components/session/session-page.tsx';
import { Prefetched } from '@/components/shell/prefetched.tsx';
import { prefetchSession } from './prefetch-session.ts';

export const metadata: Metadata = { title: 'Session' };

const Page = async ({ params, searchParams }: PageProps<'/sessions/[id]'>) => {
  const id = decodeURIComponent((await params).id);
  return (
    <Prefetched state={prefetchSession(id, await searchParams)} loading={<SessionLoading />}>
      <SessionPage id={id} />
    </Prefetched>
  );
};

export default Page;

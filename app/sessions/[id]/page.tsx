import type { Metadata } from 'next';
import { SessionPage } from '@/components/session/session-page.tsx';

export const metadata: Metadata = { title: 'Session' };

const Page = async ({ params }: { params: Promise<{ id: string }> }) => <SessionPage id={decodeURIComponent((await params).id)} />;

export default Page;

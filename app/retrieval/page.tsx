import type { Metadata } from 'next';
import { RetrievalScreen } from '@/components/retrieval/retrieval-screen.tsx';

export const metadata: Metadata = { title: 'Retrieval' };

const RetrievalPage = () => <RetrievalScreen />;

export default RetrievalPage;

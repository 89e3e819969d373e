import type { Metadata } from 'next';
import { SummariesScreen } from '@/components/summaries/summaries-screen.tsx';

export const metadata: Metadata = { title: 'Summaries' };

const SummariesPage = () => <SummariesScreen />;

export default SummariesPage;

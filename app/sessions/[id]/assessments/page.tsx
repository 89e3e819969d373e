import type { Metadata } from 'next';
import { AssessmentsPage } from '@/components/assessments/assessments-page.tsx';

export const metadata: Metadata = { title: 'Assessments' };

const Page = async ({ params }: PageProps<'/sessions/[id]/assessments'>) => <AssessmentsPage id={decodeURIComponent((await params).id)} />;

export default Page;

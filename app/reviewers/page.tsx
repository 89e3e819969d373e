import type { Metadata } from 'next';
import { ReviewersScreen } from '@/components/reviewers/reviewers-screen.tsx';

export const metadata: Metadata = { title: 'Reviewers' };

const ReviewersPage = () => <ReviewersScreen />;

export default ReviewersPage;

import type { Metadata } from 'next';
import { TrajectoriesScreen } from '@/components/trajectories/list/trajectories-screen.tsx';

export const metadata: Metadata = { title: 'Trajectories' };

const TrajectoriesPage = () => <TrajectoriesScreen />;

export default TrajectoriesPage;

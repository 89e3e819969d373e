import type { Metadata } from 'next';
import { ObservationsScreen } from '@/components/observations/observations-screen.tsx';

export const metadata: Metadata = { title: 'Observations' };

const ObservationsPage = () => <ObservationsScreen />;

export default ObservationsPage;

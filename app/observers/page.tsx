import type { Metadata } from 'next';
import { ObserversScreen } from '@/components/observers/observers-screen.tsx';

export const metadata: Metadata = { title: 'Observers' };

const ObserversPage = () => <ObserversScreen />;

export default ObserversPage;

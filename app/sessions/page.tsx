import type { Metadata } from 'next';
import { SessionsScreen } from '@/components/sessions/sessions-screen.tsx';

export const metadata: Metadata = { title: 'Sessions' };

const SessionsPage = () => <SessionsScreen />;

export default SessionsPage;

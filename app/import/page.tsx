import type { Metadata } from 'next';
import { ImportScreen } from '@/components/import/import-screen.tsx';

export const metadata: Metadata = { title: 'Import' };

const ImportPage = () => <ImportScreen />;

export default ImportPage;

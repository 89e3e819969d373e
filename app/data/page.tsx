import type { Metadata } from 'next';
import { DataScreen } from '@/components/data/data-screen.tsx';

export const metadata: Metadata = { title: 'Data' };

const DataPage = () => <DataScreen />;

export default DataPage;

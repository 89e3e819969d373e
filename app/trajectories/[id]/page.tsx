import type { Metadata } from 'next';
import { TrajectoryScreen } from '@/components/trajectories/trajectory-screen.tsx';

export const metadata: Metadata = { title: 'Trajectory' };

const Page = async ({ params }: PageProps<'/trajectories/[id]'>) => <TrajectoryScreen id={decodeURIComponent((await params).id)} />;

export default Page;

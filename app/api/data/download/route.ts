import { contracts } from '@/lib/contracts/index.ts';
import { getContainer } from '@/lib/server/container.ts';
import { toFileRoute, toRoute } from '@/lib/server/route.ts';

export const GET = toFileRoute(contracts.data.download, () => getContainer().archive.takeDownload());
export const POST = toRoute(contracts.data.startDownload, async () => getContainer().archive.startDownload());

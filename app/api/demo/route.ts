import { contracts } from '@/lib/contracts/index.ts';
import { getContainer } from '@/lib/server/container.ts';
import { toRoute } from '@/lib/server/route.ts';

export const POST = toRoute(contracts.sessions.createSynthetic, async () => ({ importId: await getContainer().demo.create() }));
export const DELETE = toRoute(contracts.sessions.deleteSynthetic, async () => ({ removed: await getContainer().demo.remove() }));

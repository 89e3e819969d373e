import { contracts } from '@/lib/contracts/index.ts';
import { getContainer } from '@/lib/server/container.ts';
import { toRoute } from '@/lib/server/route.ts';

export const GET = toRoute(contracts.system.health, async () => {
  const { store, version } = getContainer();
  const { total } = await store.sessionFacets();
  return { status: 'ok' as const, version, engine: 'sqlite', sessions: total };
});

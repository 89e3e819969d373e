import { contracts } from '@/lib/contracts/index.ts';
import { getContainer } from '@/lib/server/container.ts';
import { toRoute } from '@/lib/server/route.ts';

export const GET = toRoute(contracts.system.health, async () => {
  const { store, version } = getContainer();
  const about = { version, engine: 'sqlite' };
  if (await store.isDamaged()) return { ...about, status: 'damaged' as const, sessions: null };
  const { total } = await store.sessionFacets();
  return { ...about, status: 'ok' as const, sessions: total };
});

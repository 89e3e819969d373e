import { contracts } from '@/lib/contracts/index.ts';
import { getContainer } from '@/lib/server/container.ts';
import { toRoute } from '@/lib/server/route.ts';

export const POST = toRoute(contracts.imports.finish, async ({ params, query }) => {
  const finished = await getContainer().imports.finish(params.id);
  return query.results === 'none' ? { ...finished, results: [] } : finished;
});

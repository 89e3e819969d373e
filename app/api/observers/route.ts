import { contracts } from '@/lib/contracts/index.ts';
import { getContainer } from '@/lib/server/container.ts';
import { toRoute } from '@/lib/server/route.ts';

export const GET = toRoute(contracts.observers.get, () => getContainer().observers.get());
export const PUT = toRoute(contracts.observers.put, ({ body }) => getContainer().observers.put(body));

import { contracts } from '@/lib/contracts/index.ts';
import { getContainer } from '@/lib/server/container.ts';
import { toRoute } from '@/lib/server/route.ts';

export const GET = toRoute(contracts.observers.getTrial, ({ params }) => getContainer().observers.getTrial(params.id));
export const DELETE = toRoute(contracts.observers.cancelTrial, ({ params }) => getContainer().observers.cancelTrial(params.id));

import { contracts } from '@/lib/contracts/index.ts';
import { getContainer } from '@/lib/server/container.ts';
import { toRoute } from '@/lib/server/route.ts';

export const GET = toRoute(contracts.observers.getTrial, (input) => getContainer().observers.getTrial(input));
export const DELETE = toRoute(contracts.observers.cancelTrial, (input) => getContainer().observers.cancelTrial(input));

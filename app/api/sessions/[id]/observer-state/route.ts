import { contracts } from '@/lib/contracts/index.ts';
import { getContainer } from '@/lib/server/container.ts';
import { toRoute } from '@/lib/server/route.ts';

export const GET = toRoute(contracts.assessments.exportState, (input) => getContainer().assessments.exportState(input));

export const PUT = toRoute(contracts.assessments.restoreState, (input) => getContainer().assessments.restoreState(input));

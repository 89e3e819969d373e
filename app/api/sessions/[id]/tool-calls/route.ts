import { contracts } from '@/lib/contracts/index.ts';
import { getContainer } from '@/lib/server/container.ts';
import { toRoute } from '@/lib/server/route.ts';

export const GET = toRoute(contracts.sessions.toolCalls, (input) => getContainer().sessions.toolCalls(input));
export const POST = toRoute(contracts.assessments.record, (input) => getContainer().live.record(input));

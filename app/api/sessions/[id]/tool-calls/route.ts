import { contracts } from '@/lib/contracts/index.ts';
import { getContainer } from '@/lib/server/container.ts';
import { toRoute } from '@/lib/server/route.ts';

export const GET = toRoute(contracts.sessions.toolCalls, async ({ params: { id }, query }) => {
  const { from, limit, outcome, direction } = query;
  const { sessions } = getContainer();
  if (outcome === undefined) return { toolCalls: await sessions.toolCalls(id, { from, limit }) };
  const found = await sessions.findToolCall(id, { from, outcome, direction: direction === 'next' ? 1 : -1 });
  return { toolCalls: found ? [found] : [] };
});
export const POST = toRoute(contracts.assessments.record, ({ params, body }) => getContainer().live.record(params.id, body));

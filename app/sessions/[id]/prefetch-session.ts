import { setImmediate } from 'node:timers/promises';
import { dehydrate, QueryClient, type DehydratedState } from '@tanstack/react-query';
import { recordsPerPage } from '@/components/session/record-lookup.ts';
import { assessmentQueries } from '@/lib/client/queries/assessment-queries.ts';
import { keyOf } from '@/lib/client/queries/key-of.ts';
import { sessionQueries } from '@/lib/client/queries/session-queries.ts';
import type { Container } from '@/lib/server/container.ts';
import { log, toLogFields } from '@/lib/server/log.ts';
import { getPageContainer } from '@/lib/server/page-container.ts';
import { isAppError } from '@/lib/server/problem.ts';

/** Findings sent with the page, so that rows do not move when they arrive; the page requests the rest. */
const maxFindings = 100;

type Search = Record<string, string | string[] | undefined>;

/** Position of the record that the address names, 0 where it names none, or one of a subagent. */
const findSeq = async (sessions: Container['sessions'], id: string, { call, record, agent }: Search): Promise<number> => {
  if (agent !== undefined) return 0;
  const number = Number(call);
  const toolCalls = Number.isInteger(number) && number > 0 ? await sessions.toolCalls(id, { from: number, limit: 1 }) : [];
  const around = toolCalls[0]?.recordId ?? (typeof record === 'string' ? record : undefined);
  return around === undefined ? 0 : (await sessions.records(id, { around, limit: 1 })).from;
};

/** Reading blocks the process, so let the page around the session go out first: five turns of the event loop are enough. */
const sendTurns = 8;

/** Prefetches the first screen of a session. Returns nothing on failure: the page then requests it and shows the error. */
export const prefetchSession = async (id: string, search: Search): Promise<DehydratedState> => {
  const client = new QueryClient();
  const { sessions, assessments } = await getPageContainer();
  for (let turn = 0; turn < sendTurns; turn += 1) await setImmediate();
  try {
    const detail = await sessions.get(id);
    const from = Math.floor((await findSeq(sessions, detail.id, search)) / recordsPerPage) * recordsPerPage;
    const window = { from, limit: recordsPerPage };
    const found = detail.findings !== null && detail.findings <= maxFindings;
    const [records, findings] = await Promise.all([
      sessions.records(detail.id, window),
      found ? assessments.list(detail.id, { superseded: false }) : null,
    ]);
    const rows = await sessions.rows(detail.id, 0);
    for (const key of new Set([id, detail.id])) client.setQueryData(sessionQueries.get(key).queryKey, detail);
    client.setQueryData(keyOf.timelineRows(detail.id), rows);
    if (findings) client.setQueryData(assessmentQueries.list(detail.id).queryKey, findings);
    client.setQueryData(sessionQueries.records(detail.id, window).queryKey, records);
  } catch (error) {
    if (!isAppError(error)) log('warn', 'prefetch', { sessionId: id, ...toLogFields(error) });
    client.clear();
  }
  return dehydrate(client, { serializeData: JSON.stringify });
};

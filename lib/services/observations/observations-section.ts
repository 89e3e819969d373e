import type { Observation } from '../../domain/observation.ts';
import { renderSummary } from '../../observations/summary.ts';
import type { ObservationStore } from '../../store/store.ts';

const pageSize = 200;
/** More are not told of: no agent reads them. */
const most = 2_000;

/** The session's open observations as a section of a prompt, most severe first, within a length; '' where there are none. */
export const renderObservationsSection = async (
  store: Pick<ObservationStore, 'listObservations'>,
  sessionId: string,
  nowMs: number,
  mostChars?: number,
): Promise<string> => {
  const open: Observation[] = [];
  let cursor: string | null = null;
  do {
    const page: Awaited<ReturnType<ObservationStore['listObservations']>> = await store.listObservations({
      filter: { sessionId, states: ['open', 'regressed'] },
      sort: 'severity',
      descending: true,
      cursor,
      limit: pageSize,
      nowMs,
    });
    open.push(...page.items);
    cursor = page.nextCursor;
  } while (cursor !== null && open.length < most);
  return renderSummary(open, mostChars);
};

import { renderSummary } from '../../observations/summary.ts';
import type { ObservationStore } from '../../store/store.ts';

/** More are not told of: no agent reads them. */
const most = 2_000;

/** The session's open observations as a section of a prompt, most severe first, within a length; '' where there are none. */
export const renderObservationsSection = async (
  store: Pick<ObservationStore, 'listOpenObservations'>,
  sessionId: string,
  mostChars?: number,
): Promise<string> => renderSummary(await store.listOpenObservations(sessionId, most), mostChars);

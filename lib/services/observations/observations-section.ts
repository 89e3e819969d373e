import { mostOfObserver, renderSummary } from '../../observations/summary.ts';
import type { ObservationStore } from '../../store/store.ts';

/** More find no room. */
const most = 500;

/** The session's open observations as a section of a prompt, most severe first, within a length; '' where there are none. */
export const renderObservationsSection = async (
  store: Pick<ObservationStore, 'listOpenObservations'>,
  sessionId: string,
  mostChars?: number,
): Promise<string> => renderSummary(await store.listOpenObservations(sessionId, mostOfObserver, most), mostChars);

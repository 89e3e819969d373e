import { maxOfObserver, renderSummary } from '../../observations/summary.ts';
import type { ObservationStore } from '../../store/store.ts';

/** More find no room. */
const most = 500;

/** The session's open observations as a section of a prompt, most severe first, within a length; '' where there are none. */
export const renderObservationsSection = async (
  store: Pick<ObservationStore, 'listOpenObservations'>,
  sessionId: string,
  maxChars?: number,
): Promise<string> => renderSummary(await store.listOpenObservations(sessionId, maxOfObserver, most), maxChars);

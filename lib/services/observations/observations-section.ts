import { maxOfObserver, renderSummary } from '../../observations/summary.ts';
import type { Redacted } from '../../redaction/redact.ts';
import type { ObservationStore } from '../../store/observation-store.ts';

/** Maximum number of observations; more would not fit. */
const most = 500;

/** Open observations of a session as a prompt section of limited length, most severe first; '' if there are none. */
export const renderObservationsSection = async (
  store: Pick<ObservationStore, 'listOpenObservations'>,
  sessionId: string,
  maxChars?: number,
): Promise<Redacted<string>> => renderSummary(await store.listOpenObservations(sessionId, maxOfObserver, most), maxChars);

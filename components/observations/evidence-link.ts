import type { Observation, ObservationView } from '@/lib/domain/observation.ts';

/** The link to an observation's first call in its session's timeline. Null: it has no session. */
export const toEvidenceHref = ({ sessionId, evidence }: Pick<Observation, 'sessionId' | 'evidence'>): string | null => {
  if (sessionId === null) return null;
  const [call] = evidence?.calls ?? [];
  return `/sessions/${encodeURIComponent(sessionId)}${call === undefined ? '' : `?call=${call}`}`;
};

/** The address of this page with one thing shown, for others. */
export const toObservationHref = (view: ObservationView, key: string): string =>
  `/observations?status=all&severity=all${view === 'single' ? '&view=single' : ''}&at=${encodeURIComponent(key)}`;

/** All that was found in one session. */
export const toSessionObservationsHref = (sessionId: string): string =>
  `/observations?view=single&status=all&severity=all&session=${encodeURIComponent(sessionId)}`;

/** All groups of an observer. */
export const toObserverObservationsHref = (observer: string): string =>
  `/observations?status=all&severity=all&observer=${encodeURIComponent(observer)}`;

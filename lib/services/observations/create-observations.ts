import type { Observation, ObservationDraft } from '../../domain/observation.ts';
import { toReportedObservation } from '../../observations/reported.ts';
import { getSessionId, type TriageDeps } from './triage-observations.ts';

export type Create = (input: {
  sessionId: string | null;
  by?: string;
  observations: readonly ObservationDraft[];
}) => Promise<{ observations: Observation[] }>;

/** Stores reported observations in one transaction. A duplicate within a session counts as seen again. */
export const makeCreate =
  ({ store, now, makeId, person }: TriageDeps): Create =>
  async ({ sessionId: name, by = person, observations: drafts }) => {
    const sessionId = name === null ? null : await getSessionId(store, name);
    const atMs = now();
    const reported = drafts.map((draft) => toReportedObservation({ draft, sessionId, atMs }));
    return { observations: (await store.putObservations(reported, by, makeId())).map(({ observation }) => observation) };
  };

import type { Observation } from '../../domain/observation.ts';
import { toReportedObservation } from '../../observations/reported.ts';
import type { Answer, Asked } from './endpoints.ts';
import { getSessionId, type TriageDeps } from './triage-observations.ts';

export type Create = (request: Pick<Asked<'create'>, 'body'>) => Promise<Answer<'create'>>;

/** Adds what is told, all or nothing. The same again, in the same session, is one that is seen again. */
export const makeCreate =
  ({ store, now, makeId, person }: TriageDeps): Create =>
  async ({ body: { sessionId: name, by = person, observations: drafts } }): Promise<{ observations: Observation[] }> => {
    const sessionId = name === null ? null : await getSessionId(store, name);
    const atMs = now();
    const reported = drafts.map((draft) => toReportedObservation({ draft, sessionId, atMs }));
    return { observations: (await store.putObservations(reported, by, makeId())).map(({ observation }) => observation) };
  };

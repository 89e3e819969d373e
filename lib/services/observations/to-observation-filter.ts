import type { ObservationFilter } from '../../domain/observation.ts';
import type { SessionStore } from '../../store/store.ts';
import type { Asked } from './endpoints.ts';

type Query = Asked<'export'>['query'];

/** What a list is narrowed by, of what an address says. A session may be named as its agent names it; one that is unknown has no observations. */
export const toObservationFilter = async (store: Pick<SessionStore, 'findSession'>, query: Query): Promise<ObservationFilter> => ({
  ...(query.state && { states: query.state }),
  ...(query.severity && { severities: query.severity }),
  ...(query.observer && { observers: query.observer }),
  ...(query.project && { projects: query.project }),
  ...(query.session !== undefined && { sessionId: (await store.findSession(query.session))?.id ?? query.session }),
  ...(query.fingerprint !== undefined && { fingerprint: query.fingerprint }),
  ...(query.seen !== undefined && { seenWithinDays: query.seen }),
  ...(query.q !== undefined && query.q !== '' && { q: query.q }),
  ...(query.cleared !== undefined && { withCleared: query.cleared }),
});

import { AppError } from '../../domain/errors.ts';
import type {
  Observation,
  ObservationFacets,
  ObservationFilter,
  ObservationSeverity,
  ObservationSort,
  ObservationState,
  ObservationView,
} from '../../domain/observation.ts';
import type { Store } from '../../store/store.ts';
import { openStates } from '../../observations/lifecycle.ts';
import { computePrecision } from '../../observations/precision.ts';
import { minPrefix } from './find-id.ts';
import { toMissing } from './to-missing.ts';

/** Maximum history entries, newest first. */
const maxHistory = 500;
const maxOccurrences = 100;
const maxCandidates = 10;
const worseSeverities: ObservationSeverity[] = ['critical', 'high', 'medium'];
const needingReview: ObservationFilter = { states: openStates, severities: worseSeverities };

export const getObservation = async (store: Store, id: string): Promise<Observation> => {
  const found = await store.findObservation(id);
  if (!found) throw new AppError('not_found', await toMissing(store, id));
  return found;
};

/** Counts of observations with some statuses, or of all if none are given. */
const countStates = (counts: ObservationFacets['states'], states: readonly ObservationState[] | undefined): number =>
  counts.reduce((sum, { value, count }) => (states?.includes(value) === false ? sum : sum + count), 0);

const toMissingGroup = async (store: Store, name: string): Promise<string> => {
  const one = await store.findObservation(name);
  return one ? `${name} is an observation. Its group is ${one.fingerprint}.` : `There is no group ${name}.`;
};

/** A page of observations. `filter.sessionId` may be any id that `findSession` accepts. */
export type ObservationListInput = {
  filter: ObservationFilter;
  sort: ObservationSort;
  descending: boolean;
  cursor: string | null;
  limit: number;
};

/** Resolves the session id and the names of projects in the filter; an unknown session or project matches nothing. */
export const resolveNames = async (
  store: Pick<Store, 'findSession' | 'listProjects'>,
  { sessionId, projects, ...filter }: ObservationFilter,
): Promise<ObservationFilter> => ({
  ...filter,
  ...(sessionId !== undefined && { sessionId: (await store.findSession(sessionId))?.id ?? sessionId }),
  ...(projects && { projects: (await Promise.all(projects.map((name) => store.listProjects(name)))).flat() }),
});

export type ObservationReads = ReturnType<typeof makeObservationReads>;

/** Reads observations and groups. Unknown ids fail with `not_found`. */
export const makeObservationReads = ({ store, now }: { store: Store; now: () => number }) => {
  const toQuery = async ({ filter, ...page }: ObservationListInput) => ({
    ...page,
    filter: await resolveNames(store, filter),
    nowMs: now(),
  });
  return {
    list: async (input: ObservationListInput) => store.listObservations(await toQuery(input)),
    /** `zoneMinutes`: offset of the caller's clock from UTC, which defines its days. */
    groups: async ({ zoneMinutes, ...input }: ObservationListInput & { zoneMinutes: number }) =>
      store.listObservationGroups({ ...(await toQuery(input)), zoneMinutes }),
    facets: async ({ view, ...input }: { filter: ObservationFilter; view: ObservationView }) => {
      const filter = await resolveNames(store, input.filter);
      const ofStates = { ...filter, states: undefined };
      const filters = {
        asked: filter,
        all: { ...ofStates, severities: undefined },
        worse: { ...ofStates, severities: worseSeverities },
        other: { ...filter, withCleared: filter.withCleared !== true },
      };
      const { asked, all, worse, other } = await store.observationFacets(filters, view, now());
      const [inSight, everywhere] = filter.withCleared === true ? [other, asked] : [asked, other];
      const outOfSight = {
        matching: countStates(everywhere.states, filter.states) - countStates(inSight.states, filter.states),
        all: everywhere.total - inSight.total,
      };
      return { ...asked, statesOf: { all: all.states, worse: worse.states }, outOfSight };
    },
    attention: async () => {
      const query = { sort: 'severity', descending: true, cursor: null, limit: 1, nowMs: now(), zoneMinutes: 0 } as const;
      return { count: (await store.listObservationGroups({ ...query, filter: needingReview })).total };
    },
    group: async ({ fingerprint, zoneMinutes }: { fingerprint: string; zoneMinutes: number }) => {
      const group = await store.findObservationGroup(fingerprint, now(), zoneMinutes);
      if (!group) throw new AppError('not_found', await toMissingGroup(store, fingerprint));
      const [history, labels] = await Promise.all([store.listHistory({ fingerprint }, maxHistory), store.listLabels()]);
      return { group, history, precision: computePrecision(group.observer, labels) };
    },
    /** Candidates for a short id: at most ten ids that begin with it. */
    candidates: async ({ id, view }: { id: string; view: ObservationView }) => {
      const isGroups = view === 'groups';
      const ids = id.length < minPrefix ? [] : await store.listObservationIds(isGroups ? 'groups' : 'observations', id, maxCandidates + 1);
      const found = await Promise.all(
        ids.slice(0, maxCandidates).map((one) => (isGroups ? store.findObservationGroup(one, now(), 0) : store.findObservation(one))),
      );
      const items = found.flatMap((one, at) => (one ? [{ id: ids[at] ?? '', title: one.title, severity: one.severity }] : []));
      return { items, hasMore: ids.length > maxCandidates };
    },
    get: async (id: string) => ({
      observation: await getObservation(store, id),
      occurrences: await store.listOccurrences(id, maxOccurrences),
      history: await store.listHistory({ observationId: id }, maxHistory),
    }),
  };
};

import { AppError } from '../../domain/errors.ts';
import type { Observation, ObservationFacets, ObservationSeverity, ObservationState } from '../../domain/observation.ts';
import type { Store } from '../../store/store.ts';
import { computePrecision } from '../../observations/precision.ts';
import type { Asked, Reads } from './endpoints.ts';
import { toMissing } from './to-missing.ts';
import { toObservationFilter } from './to-observation-filter.ts';

/** What of a history is told: the newest. */
const maxHistory = 500;
const maxOccurrences = 100;
const worseSeverities: ObservationSeverity[] = ['critical', 'high', 'medium'];

export const getObservation = async (store: Store, id: string): Promise<Observation> => {
  const found = await store.findObservation(id);
  if (!found) throw new AppError('not_found', await toMissing(store, id));
  return found;
};

/** How many are of some statuses; where none are named: of all. */
const countStates = (counts: ObservationFacets['states'], states: readonly ObservationState[] | undefined): number =>
  counts.reduce((sum, { value, count }) => (states?.includes(value) === false ? sum : sum + count), 0);

const toMissingGroup = async (store: Store, name: string): Promise<string> => {
  const one = await store.findObservation(name);
  return one ? `${name} is an observation: its group is ${one.fingerprint}. Ask for that.` : `There is no group of observations ${name}.`;
};

export type ObservationReads = Reads<'list' | 'groups' | 'facets' | 'attention' | 'group' | 'get'>;

/** Observations and their groups as the interface gives them. Unknown ids fail with `not_found`. */
export const makeObservationReads = ({ store, now }: { store: Store; now: () => number }): ObservationReads => {
  const toQuery = async (query: Asked<'list'>['query']) => ({
    filter: await toObservationFilter(store, query),
    sort: query.sort,
    descending: query.order === 'desc',
    cursor: query.cursor ?? null,
    limit: query.limit,
    nowMs: now(),
  });
  return {
    list: async ({ query }) => store.listObservations(await toQuery(query)),
    groups: async ({ query }) => store.listObservationGroups({ ...(await toQuery(query)), zoneMinutes: query.zone }),
    facets: async ({ query }) => {
      const filter = await toObservationFilter(store, query);
      const ofStates = { ...filter, states: undefined };
      const filters = {
        asked: filter,
        all: { ...ofStates, severities: undefined },
        worse: { ...ofStates, severities: worseSeverities },
        other: { ...filter, withCleared: filter.withCleared !== true },
      };
      const { asked, all, worse, other } = await store.observationFacets(filters, query.view, now());
      const [inSight, everywhere] = filter.withCleared === true ? [other, asked] : [asked, other];
      const outOfSight = {
        matching: countStates(everywhere.states, filter.states) - countStates(inSight.states, filter.states),
        all: everywhere.total - inSight.total,
      };
      return { ...asked, statesOf: { all: all.states, worse: worse.states }, outOfSight };
    },
    attention: async () => ({ count: await store.countNeedingAttention() }),
    group: async ({ params: { fingerprint }, query }) => {
      const group = await store.findObservationGroup(fingerprint, now(), query.zone);
      if (!group) throw new AppError('not_found', await toMissingGroup(store, fingerprint));
      const [history, labels] = await Promise.all([store.listHistory({ fingerprint }, maxHistory), store.listLabels()]);
      return { group, history, precision: computePrecision(group.observer, labels) };
    },
    get: async ({ params: { id } }) => ({
      observation: await getObservation(store, id),
      occurrences: await store.listOccurrences(id, maxOccurrences),
      history: await store.listHistory({ observationId: id }, maxHistory),
    }),
  };
};

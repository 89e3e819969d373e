import { setImmediate } from 'node:timers/promises';
import { AppError } from '../../domain/errors.ts';
import type { Observation, ObservationCounts, ObservationFilter, ObservationState, ObservationStatus } from '../../domain/observation.ts';
import { observationState } from '../../domain/observation.ts';
import { toStatus } from '../../observations/lifecycle.ts';
import { combineRedacted, mergeRedacted, redactPlain, type Redacted } from '../../redaction/redact.ts';
import { toSeedForm } from '../../observations/seed-form.ts';
import type { Create } from './create-observations.ts';
import { findId } from './find-id.ts';
import { toMissing } from './to-missing.ts';
import { readDetail } from './read-detail.ts';
import { parseToolInput, type Operation, type ToolInput } from './tool-input.ts';
import { getSessionId, type Triage, type TriageDeps } from './triage-observations.ts';

type Found = Record<string, unknown>;
export type ToolAnswer = Redacted<Found>;
type Deps = TriageDeps & { create: Create; triage: Triage };
type InputOf<Name extends Operation> = Extract<ToolInput, { operation: Name }>;
type Operations = { [Name in Operation]: (input: InputOf<Name>) => Promise<Found> };

/**
 * Observations tool for agents. Runs an operation and returns its result in the specified form, as plain text without secrets. Invalid input
 * fails with an AppError whose details list the valid values, and changes nothing.
 */
export const makeObservationsTool = (deps: Deps): ((body: unknown) => Promise<ToolAnswer>) => {
  const operations = makeOperations(deps);
  return async (body) => {
    const input = parseToolInput(body);
    // Each operation receives the input parsed by its own schema.
    const run = operations[input.operation] as (input: ToolInput) => Promise<ToolAnswer>;
    return redactInParts(await run(input));
  };
};

/** Observations that are redacted at once, within some 20 ms. */
const redactedAtOnce = 500;

const redactInParts = async ({ observations, ...rest }: Found): Promise<ToolAnswer> => {
  if (!Array.isArray(observations)) return redactPlain(rest);
  const clean: Redacted<unknown>[] = [];
  for (let from = 0; from < observations.length; from += redactedAtOnce) {
    for (const one of observations.slice(from, from + redactedAtOnce) as unknown[]) clean.push(redactPlain(one));
    await setImmediate();
  }
  return mergeRedacted(redactPlain(rest), combineRedacted({ observations: clean }));
};

const makeOperations = ({ store, now, create, triage }: Deps): Operations => {
  const add = async (reported: InputOf<'create_batch'>['observations'], sessionId: string | undefined, by: string): Promise<Found> => {
    const observations = reported.map(({ source_type: sourceType, source_ref: sourceRef, status: _, ...rest }) => ({
      ...rest,
      sourceType: sourceType === 'unknown' ? ('conversation' as const) : sourceType,
      sourceRef,
    }));
    const { observations: created } = await create({ sessionId: sessionId ?? null, by, observations });
    for (const [at, { status }] of reported.entries()) {
      const { id = '', status: known } = created[at] ?? {};
      // An observation that stays resolved when it is seen again, such as a false positive, is not acknowledged.
      if (status === 'open' || known === status || known === 'resolved') continue;
      const acting = { id, note: null, by };
      const { observation } = await (status === 'resolved' ? triage.resolve({ ...acting, reason: 'fixed' }) : triage.acknowledge(acting));
      created[at] = observation;
    }
    return { status: 'created', count: created.length, observations: created.map(toSeedForm), ...toCounts(countAll(created)) };
  };
  const getId = async (name: string): Promise<string> => {
    const id = await findId(store, 'observations', name);
    if (id === null) throw new AppError('not_found', await toMissing(store, name));
    return id;
  };
  return {
    create_batch: ({ observations, session_id, by }) => add(observations, session_id, by),
    create: ({ operation: _, session_id, by, ...reported }) => add([reported], session_id, by),
    list: async ({ filters, session_id, sort_by, limit }) => {
      const session = filters.session_id ?? session_id;
      const filter: ObservationFilter = {
        ...(filters.status && { states: toStates(filters.status) }),
        ...(filters.severity && { severities: filters.severity }),
        ...(filters.observer && { observers: filters.observer }),
        ...(session !== undefined && { sessionId: await getSessionId(store, session) }),
      };
      const sort = { sort: sort_by, descending: true, cursor: null, limit, nowMs: now() };
      const { items, total, counts } = await store.listObservations({ filter, ...sort });
      return { status: 'ok', count: total, observations: items.map(toSeedForm), ...toCounts(counts) };
    },
    get: async ({ observation_id }) => readDetail(store, await getId(observation_id), now()),
    acknowledge: async ({ observation_id, note, by }) =>
      toChanged('acknowledged', await triage.acknowledge({ id: await getId(observation_id), note, by })),
    resolve: async ({ observation_id, resolution_note, reason, by }) =>
      toChanged('resolved', await triage.resolve({ id: await getId(observation_id), note: resolution_note, reason, by })),
    reopen: async ({ observation_id, note, by }) =>
      toChanged('reopened', await triage.reopen({ id: await getId(observation_id), note, by })),
    clear_resolved: async ({ session_id, by }) => {
      const { cleared, changeId } = await triage.clearResolved({ sessionId: session_id ?? null, by });
      return { status: 'cleared', count: cleared, change_id: changeId };
    },
  };
};

const toChanged = (status: string, { observation }: { observation: Observation }): Found => ({
  status,
  observation: toSeedForm(observation),
});

const toStates = (statuses: readonly ObservationStatus[]): ObservationState[] =>
  observationState.options.filter((state) => statuses.includes(toStatus(state)));

const toCounts = ({ bySeverity, byStatus, byObserver }: ObservationCounts): Found => ({
  by_severity: bySeverity,
  by_status: byStatus,
  by_observer: byObserver,
});

const countBy = (words: readonly string[]): Record<string, number> => {
  const counts = new Map<string, number>();
  for (const word of words) counts.set(word, (counts.get(word) ?? 0) + 1);
  return Object.fromEntries(counts);
};

const countAll = (observations: readonly Observation[]): ObservationCounts => ({
  bySeverity: countBy(observations.map(({ severity }) => severity)),
  byStatus: countBy(observations.map(({ status }) => status)),
  byObserver: countBy(observations.map(({ observerName }) => observerName)),
});

import { observationState, type ObservationCounts, type ObservationFilter } from '../../domain/observation.ts';
import { toStatus } from '../../observations/lifecycle.ts';
import type { Listing, ObservationColumns, ObservationView } from './observation-columns.ts';
import { toSeverity, toSeverityRank } from './observation-rows.ts';

export type ObservationMatches = ReturnType<typeof makeObservationMatches>;

/** Fields whose values facets count. */
export type FacetField = 'severities' | 'states' | 'observers' | 'projects' | 'ages';
type IsMatch = (one: Listing) => boolean;
type Matching = Counted & { found: readonly Listing[] };
type Counted = { total: number; counts: ObservationCounts };

const dayMs = 86_400_000;
const mostKnown = 16;

const everything: IsMatch = () => true;

/** Whether one matches what is chosen in a field; anything does where nothing is chosen. */
export const toFieldMatches = (filter: ObservationFilter, nowMs: number): Record<FacetField, IsMatch> => {
  const { states, severities, observers, projects, seenWithinDays } = filter;
  const ranks = new Set(severities?.map(toSeverityRank));
  const stateWords = new Set<string>(states);
  const names = new Set(observers);
  const since = nowMs - (seenWithinDays ?? 0) * dayMs;
  return {
    severities: severities ? ({ severity }) => ranks.has(severity) : everything,
    states: states ? ({ state }) => stateWords.has(state) : everything,
    observers: observers ? ({ observer, observerName }) => names.has(observer) || names.has(observerName) : everything,
    projects: projects ? (one) => one.projects.some((project) => projects.includes(project)) : everything,
    ages: seenWithinDays === undefined ? everything : ({ lastSeenMs }) => lastSeenMs >= since,
  };
};

/** What of observations, or of their groups, matches a filter. */
export const makeObservationMatches = (columns: ObservationColumns) => {
  /** Whether one matches apart from those fields. */
  const toBaseMatch = (view: ObservationView, { withCleared, fingerprint, sessionId, q }: ObservationFilter): IsMatch => {
    const words = q?.trim().toLowerCase() ?? '';
    const inSession = sessionId === undefined || view === 'single' ? null : columns.fingerprintsOf(sessionId);
    return (one) =>
      (withCleared === true || one.cleared === 0) &&
      (fingerprint === undefined || one.fingerprint === fingerprint) &&
      (sessionId === undefined || (inSession ? inSession.has(one.fingerprint) : one.sessionId === sessionId)) &&
      (words === '' || one.text.includes(words));
  };
  /** All of a view that match apart from the fields that facets count. */
  const listBase = (view: ObservationView, filter: ObservationFilter): Listing[] => {
    const isMatch = toBaseMatch(view, filter);
    const found: Listing[] = [];
    for (const one of columns.list(view)) if (isMatch(one)) found.push(one);
    return found;
  };
  const read = (view: ObservationView, filter: ObservationFilter, nowMs: number): Listing[] => {
    const fields = Object.values(toFieldMatches(filter, nowMs)).filter((isMatch) => isMatch !== everything);
    const isMatch = toBaseMatch(view, filter);
    const found: Listing[] = [];
    for (const one of columns.list(view)) if (fields.every((isInField) => isInField(one)) && isMatch(one)) found.push(one);
    return found;
  };
  /** What was asked last, as long as nothing changes: pages, orders and counts of one filter are of one pass. */
  const known = new Map<string, Matching>();
  let knownAt = -1;
  const find = (view: ObservationView, filter: ObservationFilter, nowMs: number): Matching => {
    const version = columns.version();
    if (version !== knownAt || known.size >= mostKnown) known.clear();
    knownAt = version;
    const key = JSON.stringify([view, filter, filter.seenWithinDays === undefined ? null : nowMs]);
    const matching = known.get(key);
    if (matching) return matching;
    const found = read(view, filter, nowMs);
    const made = { found, ...toCounted(found) };
    known.set(key, made);
    return made;
  };
  return { listBase, find };
};

/** Observers stand under their names. */
const toCounted = (found: readonly Listing[]): Counted => {
  const bySeverity = [0, 0, 0, 0, 0];
  const byState = new Map<string, number>();
  const byObserver = new Map<string, number>();
  for (const { severity, state, observerName } of found) {
    bySeverity[severity] = (bySeverity[severity] ?? 0) + 1;
    byState.set(state, (byState.get(state) ?? 0) + 1);
    byObserver.set(observerName, (byObserver.get(observerName) ?? 0) + 1);
  }
  const counts: ObservationCounts = { bySeverity: {}, byStatus: {}, byObserver: Object.fromEntries(byObserver) };
  for (const [rank, count] of bySeverity.entries()) if (count > 0) counts.bySeverity[toSeverity(rank)] = count;
  for (const [state, count] of byState) {
    const status = toStatus(observationState.parse(state));
    counts.byStatus[status] = (counts.byStatus[status] ?? 0) + count;
  }
  return { total: found.length, counts };
};

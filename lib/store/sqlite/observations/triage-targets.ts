import { AppError } from '../../../domain/errors.ts';
import { observationState, type ObservationFilter, type ObservationState, type ObservationView } from '../../../domain/observation.ts';
import type { ChangedMeanwhile, TriageTarget } from '../../../domain/triage.ts';
import { printCounted } from '../../../print/number.ts';
import type { ObservationGroups } from './observation-groups.ts';
import type { ObservationMatches } from './observation-matches.ts';
import { toTransition, type ObservationHead } from './observation-rows.ts';
import type { Transitions } from './observation-transitions.ts';
import type { Observations } from './observations.ts';

export type TriageTargets = ReturnType<typeof makeTriageTargets>;

type Parts = { observations: Observations; groups: ObservationGroups; transitions: Transitions; matches: ObservationMatches };

/** What one action is carried out on: an observation, or all of a group. */
export type Unit = { id: string; state: ObservationState; version: number; rows: ObservationHead[]; isGroup: boolean };
type Expected = { unit: Unit; version: number | undefined };

type IsWanted = (row: ObservationHead) => boolean;

/** All that match a filter, checked before; some of them at a time. */
export type Part = { ids: readonly string[]; filter: ObservationFilter; view: ObservationView };

/** Of more than so many, parts are acted on, so that others can read and write between them. */
const maxAtOnce = 10_000;
const partSize = 2_000;
/** Of what a conflict looks at, and tells of. */
const maxRead = 10_000;
const maxReported = 100;
const maxNamed = 5;

/** What actions are carried out on. */
export const makeTriageTargets = ({ observations, groups, transitions, matches }: Parts) => {
  const findUnit = (id: string, isGroup: boolean, isWanted: IsWanted): Unit | null => {
    const found = isGroup ? groups.find(id) : observations.findHead(id);
    if (!found) return null;
    const rows = 'id' in found ? [found] : observations.listHeadsOfGroup(id).filter(isWanted);
    return { id, state: observationState.parse(found.state), version: found.version, rows, isGroup };
  };
  /** Says where an id is that of a group instead of an observation's, or the other way round; '' where it is neither. */
  const toOther = (id: string, isGroup: boolean): string => {
    const one = isGroup ? observations.findHead(id) : null;
    if (one) return `${id} is an observation: its group is ${one.fingerprint}.`;
    if (isGroup || !groups.find(id)) return '';
    const all = observations.listHeadsOfGroup(id);
    const ids = all.slice(0, maxNamed).map((row) => row.id);
    return `${id} is a group, of ${printCounted(all.length, 'observation')}: ${ids.join(', ')}${all.length > ids.length ? ', and more' : ''}. Name one of them, or act on the group.`;
  };
  const toUnits = (ids: readonly { id: string; version?: number | undefined }[], isGroup: boolean, isWanted = all): Expected[] => {
    const missing: string[] = [];
    const units = new Map<string, Expected>();
    for (const { id, version } of ids) {
      const unit = findUnit(id, isGroup, isWanted);
      if (unit) units.set(id, { unit, version });
      else missing.push(id);
    }
    if (missing.length === 0) return [...units.values()];
    const named = missing.slice(0, maxReported);
    const what = isGroup ? 'group of observations' : 'observation';
    const other = missing.slice(0, 1).map((id) => toOther(id, isGroup));
    const why = [`There is no ${what} ${named.slice(0, 3).join(', ')}.`, ...other, 'Nothing was changed.'].filter((part) => part !== '');
    throw new AppError('not_found', why.join(' '), { missing: named });
  };
  const read = (target: TriageTarget | Part, nowMs: number): Expected[] => {
    if ('observations' in target) return toUnits(target.observations, false);
    if ('groups' in target)
      return toUnits(
        target.groups.map(({ fingerprint, version }) => ({ id: fingerprint, version })),
        true,
      );
    const [isGroup, isWanted] = [target.view === 'groups', toWanted(target.filter)];
    // What went since the whole was checked is nothing to act on.
    if ('ids' in target) return target.ids.flatMap((id) => toExpected(findUnit(id, isGroup, isWanted)));
    return toUnits(
      listResultSet(target, nowMs).map((id) => ({ id })),
      isGroup,
      isWanted,
    );
  };
  /** What was changed last of all that a filter may have matched, whatever its status and severity were: which that was is not kept. */
  const listLastChanged = (view: ObservationView, filter: ObservationFilter, nowMs: number): ChangedMeanwhile[] => {
    const { columns, found } = matches.find(view, { ...filter, states: undefined, severities: undefined }, nowMs);
    const changed = found
      .slice(0, maxRead)
      .flatMap((row) => toExpected(findUnit(columns.ids[row] ?? '', view === 'groups', all)))
      .map(({ unit }) => toChanged(unit));
    const newest = changed.reduce<ChangedMeanwhile | null>((one, other) => (seqOf(other) > seqOf(one) ? other : one), null);
    return changed.filter(({ last }) => last !== null && last.changeId === newest?.last?.changeId).slice(0, maxReported);
  };
  /** Ids of all that match, if they are those that the asker saw, as they were then. */
  const listResultSet = ({ view, filter, ...seen }: Extract<TriageTarget, { total: number }>, nowMs: number): string[] => {
    const { columns, found, total, resultSetHash } = matches.find(view, filter, nowMs);
    const ids = found.map((row) => columns.ids[row] ?? '');
    if (total === seen.total && (seen.resultSetHash === undefined || seen.resultSetHash === resultSetHash)) return ids;
    const others =
      total === seen.total
        ? `As many match now as when this was asked (${total}), but others, or some of them changed`
        : `${seen.total} matched when this was asked, ${total} match now`;
    throw new AppError('conflict', `${others}. Nothing was changed.`, {
      total,
      resultSetHash,
      changed: listLastChanged(view, filter, nowMs),
    });
  };
  const toChanged = ({ id, state, version, isGroup }: Unit): ChangedMeanwhile => {
    const last = isGroup ? transitions.findLastOfGroup(id) : transitions.findLast(id);
    return { id, state, version, last: last && toTransition(last) };
  };

  return {
    /** What a target names, with the versions that the asker saw. */
    read,
    /** Fails unless each is still in the version that the asker saw. */
    assertUnchanged: (expected: readonly Expected[]): void => {
      const changed = expected.filter(({ unit, version }) => version !== undefined && version !== unit.version);
      if (changed.length === 0) return;
      throw new AppError('conflict', `${changed.length} of ${expected.length} changed meanwhile. Nothing was changed.`, {
        changed: changed.slice(0, maxReported).map(({ unit }) => toChanged(unit)),
      });
    },
    /** A target as it is acted on: at once, or of very many that match a filter in parts, each in a transaction of its own. */
    listParts: (target: TriageTarget, nowMs: number): (TriageTarget | Part)[] => {
      if (!('filter' in target) || matches.find(target.view, target.filter, nowMs).total <= maxAtOnce) return [target];
      const [ids, { view, filter }] = [listResultSet(target, nowMs), target];
      return Array.from({ length: Math.ceil(ids.length / partSize) }, (_, at) => ({
        view,
        filter,
        ids: ids.slice(at * partSize, (at + 1) * partSize),
      }));
    },
  };
};

const toExpected = (unit: Unit | null): Expected[] => (unit ? [{ unit, version: undefined }] : []);

const all: IsWanted = () => true;

/** What of a group a filter means: a session, or projects, mean only what was found there. */
const toWanted =
  ({ sessionId, projects }: ObservationFilter): IsWanted =>
  (row) =>
    (sessionId === undefined || row.sessionId === sessionId) &&
    (projects === undefined || (row.project !== null && projects.includes(row.project)));

const seqOf = (one: ChangedMeanwhile | null): number => one?.last?.seq ?? 0;

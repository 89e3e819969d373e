import type { z } from 'zod';
import type { ResolutionReason, TriageAction } from '@/lib/domain/observation.ts';
import type { ChangedMeanwhile, TriageResult, triageTarget } from '@/lib/domain/triage.ts';
import { printCount, printCounted } from '@/lib/print/number.ts';
import { toVisibleText } from '@/lib/print/visible-text.ts';
import { toObservationFilter, type ListFilter, type ListView } from '@/components/observations/filter/list-filter.ts';
import type { ListRow } from '@/components/observations/list-rows.ts';
import { toStep } from '@/lib/observations/lifecycle.ts';
import { printDone, stateWords } from '@/components/observations/observation-words.ts';
import type { Matched, Selection } from '@/components/observations/selection.ts';

export type Action = { action: TriageAction; reason: ResolutionReason; note: string | null };
export type TriageCommand = Action & {
  target: z.input<typeof triageTarget>;
  /** A description of its target; and titles by key, for the conflict message. */
  on: string;
  titles: ReadonlyMap<string, string>;
};

type Entry = { key: string; version: number };

const toEntries = (view: ListView, entries: readonly Entry[]): TriageCommand['target'] =>
  view === 'groups'
    ? { groups: entries.map(({ key, version }) => ({ fingerprint: key, version })) }
    : { observations: entries.map(({ key, version }) => ({ id: key, version })) };

const nameOf = (view: ListView, count: number) => printCounted(count, view === 'groups' ? 'group' : 'observation');

/** Whether an action takes a thing out of a list of some states; of none that are named, all are listed. */
export const leavesList = ({ state }: Pick<ListRow, 'state'>, { action, reason }: Action, listed: ListFilter['states']): boolean => {
  const { to } = toStep(state, action, reason);
  return to !== null && listed.length > 0 && !listed.includes(to);
};

/** An action on one thing. */
export const toSingleCommand = (
  action: Action,
  view: ListView,
  { key, version, title }: Pick<ListRow, 'key' | 'version' | 'title'>,
): TriageCommand => ({
  ...action,
  target: toEntries(view, [{ key, version }]),
  on: `“${toVisibleText(title)}”`,
  titles: new Map([[key, title]]),
});

/** An action on what is selected; on all that matches by the filter itself. */
export const toSelectionCommand = (
  action: Action,
  view: ListView,
  selection: Selection,
  about: { filter: ListFilter; rows: readonly ListRow[] },
): TriageCommand => {
  const titles = new Map(about.rows.map(({ key, title }) => [key, title]));
  if (selection.kind === 'all') {
    const { total, resultSetHash } = selection;
    const target = { filter: toObservationFilter(about.filter), view, total, resultSetHash };
    return { ...action, target, on: nameOf(view, total), titles };
  }
  const entries = [...selection.versions].map(([key, version]) => ({ key, version }));
  return { ...action, target: toEntries(view, entries), on: nameOf(view, entries.length), titles };
};

/** Why an action is not possible or would change nothing; null: it is possible. Resolving again corrects the reason. */
export const findObstacle = (state: ListRow['state'], action: Action['action']): string | null => {
  const step = toStep(state, action, 'fixed');
  if (step.to !== null || action === 'resolve') return null;
  return step.refused ?? `Already ${stateWords[state].toLowerCase()}.`;
};

/** The keys that a command names; null: it names none but a filter. */
export const listKeys = ({ target }: Pick<TriageCommand, 'target'>): ReadonlySet<string> | null => {
  if ('groups' in target) return new Set(target.groups.map(({ fingerprint }) => fingerprint));
  return 'observations' in target ? new Set(target.observations.map(({ id }) => id)) : null;
};

/** The same command on the current rows; `matched`: what matches its filter now, null where it has none. */
export const toForced = (command: TriageCommand, changed: readonly ChangedMeanwhile[], matched: Matched | null): TriageCommand => {
  const now = new Map(changed.map(({ id, version }) => [id, version]));
  const { target } = command;
  if ('groups' in target) {
    const groups = target.groups.map(({ fingerprint, version }) => ({ fingerprint, version: now.get(fingerprint) ?? version }));
    return { ...command, target: { groups } };
  }
  if ('observations' in target) {
    const observations = target.observations.map(({ id, version }) => ({ id, version: now.get(id) ?? version }));
    return { ...command, target: { observations } };
  }
  return matched === null ? command : { ...command, target: { ...target, ...matched }, on: nameOf(target.view, matched.total) };
};

/** Why a command would change none of the current rows, so that it need not be tried; null if it may. */
export const findRefusal = (command: TriageCommand, changed: readonly ChangedMeanwhile[]): string | null => {
  const [first] = changed;
  const keys = listKeys(command);
  if (!first || keys === null || changed.length < keys.size) return null;
  const steps = changed.map(({ state }) => toStep(state, command.action, command.reason));
  const [step] = steps;
  if (!step || steps.some(({ to }) => to !== null)) return null;
  return (step.to === null ? step.refused : null) ?? `Already ${stateWords[first.state].toLowerCase()}.`;
};

const viewOf = ({ target }: TriageCommand): ListView => ('filter' in target ? target.view : 'groups' in target ? 'groups' : 'single');

/** `Resolved as fixed: 3 groups.`, counting what was changed, and what of it was not possible. */
export const printResult = (command: TriageCommand, { changed, unchanged, refused, refusals }: TriageResult): string => {
  const { action, reason, on } = command;
  const why = refusals[0] === undefined ? '' : ` ${refusals[0].why}`;
  if (changed === 0 && refused > 0) return `Nothing was changed.${why}`;
  if (changed === 0) return `${on}: nothing to change.`;
  const isNamed = on.startsWith('“');
  return [
    `${printDone(action, reason)}: ${isNamed ? on : nameOf(viewOf(command), changed)}.`,
    ...(refused > 0 ? [`${printCount(refused)} refused.${why}`] : []),
    ...(unchanged > 0 && !isNamed ? [`${printCount(unchanged)} unchanged.`] : []),
  ].join(' ');
};

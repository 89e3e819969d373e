import type { TrajectorySnapshot } from '@/lib/domain/trajectory.ts';
import { printCount } from '@/lib/print/number.ts';
import { toTypeName } from '@/lib/trajectories/type-name.ts';

/** Cell of one snapshot in one row: nothing, the same as before, or a change; `about` describes it in words. */
export type StripCell = { kind: 'none' | 'same' | 'count' | 'changed' | 'version' | 'begin'; text: string; about: string };
export type StripRow = { key: string; label: string; title: string; cells: readonly StripCell[] };

const none: StripCell = { kind: 'none', text: '', about: '' };
const same: StripCell = { kind: 'same', text: '', about: '' };

const eventRows = [
  { key: 'rendered', label: 'Renders', singular: 'render' },
  { key: 'tool', label: 'Tool calls', singular: 'tool call' },
  { key: 'executed', label: 'Answers', singular: 'answer' },
] as const;

const toSigned = (added: number, removed: number): string =>
  [added > 0 ? `+${printCount(added)}` : '', removed > 0 ? `−${printCount(removed)}` : ''].filter((part) => part !== '').join(' ');

const toEventCells = (snapshots: readonly TrajectorySnapshot[], kind: (typeof eventRows)[number]): StripCell[] =>
  snapshots.map(({ events }) => {
    const { added, removed } = events[kind.key];
    const text = toSigned(added, removed);
    return text === '' ? none : { kind: 'count', text, about: `${text} ${kind.singular}${added + removed === 1 ? '' : 's'}` };
  });

/** The version that each prompt has, marked where it begins. */
const toPromptCells = (snapshots: readonly TrajectorySnapshot[]): StripCell[] => {
  let before: number | null = null;
  return snapshots.map(({ promptVersion, prompt }): StripCell => {
    const was = before;
    before = promptVersion ?? before;
    if (prompt.length > 0)
      return { kind: 'version', text: promptVersion === null ? '±' : `v${promptVersion}`, about: `prompt changed: ${prompt.join(', ')}` };
    if (promptVersion === null) return none;
    if (was === promptVersion) return same;
    return { kind: was === null ? 'begin' : 'version', text: `v${promptVersion}`, about: `version ${promptVersion} of the prompt` };
  });
};

type SliceChange = TrajectorySnapshot['slices'][number];

/** `changes`: of each snapshot, by type. */
const toSliceCells = (changes: readonly ReadonlyMap<string, SliceChange>[], sliceType: string): StripCell[] => {
  let isThere = false;
  const name = toTypeName(sliceType);
  return changes.map((ofSnapshot): StripCell => {
    const change = ofSnapshot.get(sliceType);
    if (!change) return isThere ? same : none;
    const { before, after } = change;
    isThere = after !== null;
    if (after === null) return { kind: 'changed', text: '−', about: `${name} is gone` };
    const items = `${printCount(after)} ${after === 1 ? 'item' : 'items'}`;
    if (before === null) return { kind: 'changed', text: printCount(after), about: `${name} is new, ${items}` };
    if (before === after) return { kind: 'changed', text: '±', about: `${name} changed` };
    return { kind: 'changed', text: printCount(after), about: `${name} ${printCount(before)} → ${items}` };
  });
};

const fieldWords = (field: string): string => field.replace('_', ' ').replace(/id(s?)$/u, 'ID$1');

const toFieldCells = (snapshots: readonly TrajectorySnapshot[]): StripCell[] =>
  snapshots.map(({ fields }) =>
    fields.length === 0 ? none : { kind: 'changed', text: '±', about: `${fields.map(fieldWords).join(', ')} changed` },
  );

/** Slices in the order in which they first change, for the strip; those with the same name have different titles. */
export const toStripRows = (snapshots: readonly TrajectorySnapshot[]): StripRow[] => {
  const changes = snapshots.map(({ slices }) => new Map(slices.map((slice) => [slice.sliceType, slice])));
  const types = [...new Set(changes.flatMap((ofSnapshot) => [...ofSnapshot.keys()]))];
  return [
    { key: 'prompt', label: 'Prompt', title: 'Version of the prompt, marked where it changed', cells: toPromptCells(snapshots) },
    ...eventRows.map((kind) => ({ key: kind.key, label: kind.label, title: `${kind.label} added`, cells: toEventCells(snapshots, kind) })),
    ...(snapshots.some(({ fields }) => fields.length > 0)
      ? [{ key: 'fields', label: 'Fields', title: 'Tags, policies, parent and children', cells: toFieldCells(snapshots) }]
      : []),
    ...types.map((type) => ({ key: `slice ${type}`, label: toTypeName(type), title: type, cells: toSliceCells(changes, type) })),
  ];
};

/** Changes that are put into words. */
const maxListed = 20;

/** The first things that a snapshot has otherwise than the one before it, in words: of the prompt, of slices, then of events. */
export const listChanges = (rows: readonly StripRow[], position: number): string[] => {
  const words = rows.flatMap(({ cells }) => {
    const cell = cells[position];
    return cell && cell.kind !== 'same' && cell.about !== '' ? [cell] : [];
  });
  const ordered = [...words.filter(({ kind }) => kind !== 'count'), ...words.filter(({ kind }) => kind === 'count')];
  const more = ordered.length - maxListed;
  return [...ordered.slice(0, maxListed).map(({ about }) => about), ...(more > 0 ? [`${printCount(more)} more`] : [])];
};

/** How the prompt changed from one snapshot to another, and at which between them: `prompt changed at 12: section rules changed`. */
export const listPromptChanges = (snapshots: readonly TrajectorySnapshot[], one: number, other: number): string[] =>
  snapshots
    .slice(Math.min(one, other) + 1, Math.max(one, other) + 1)
    .flatMap(({ position, prompt }) => (prompt.length === 0 ? [] : [`prompt changed at ${position + 1}: ${prompt.join(', ')}`]));

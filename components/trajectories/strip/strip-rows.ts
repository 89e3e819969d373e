import type { TrajectorySnapshot } from '@/lib/domain/trajectory.ts';
import { printCount } from '@/lib/print/number.ts';
import { toTypeName } from '@/lib/trajectories/type-name.ts';

/** What one snapshot has in one row: nothing, the same as before, or a change; `about` says it in words. */
export type StripCell = { kind: 'none' | 'same' | 'count' | 'changed' | 'version' | 'begin'; text: string; about: string };
export type StripRow = { key: string; label: string; title: string; cells: readonly StripCell[] };

const none: StripCell = { kind: 'none', text: '', about: '' };

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
    if (was === promptVersion) return { kind: 'same', text: '', about: '' };
    return { kind: was === null ? 'begin' : 'version', text: `v${promptVersion}`, about: `version ${promptVersion} of the prompt` };
  });
};

const toSliceCells = (snapshots: readonly TrajectorySnapshot[], sliceType: string): StripCell[] => {
  let isThere = false;
  const name = toTypeName(sliceType);
  return snapshots.map(({ slices }): StripCell => {
    const change = slices.find((slice) => slice.sliceType === sliceType);
    if (!change) return isThere ? { kind: 'same', text: '', about: '' } : none;
    const { before, after } = change;
    isThere = after !== null;
    if (after === null) return { kind: 'changed', text: '−', about: `${name} is gone` };
    const items = `${printCount(after)} ${after === 1 ? 'item' : 'items'}`;
    if (before === null) return { kind: 'changed', text: printCount(after), about: `${name} is new, ${items}` };
    if (before === after) return { kind: 'changed', text: '±', about: `${name} changed` };
    return { kind: 'changed', text: printCount(after), about: `${name} ${printCount(before)} → ${items}` };
  });
};

/** Slices in the order in which they first change, for the strip; those with the same name have different titles. */
export const toStripRows = (snapshots: readonly TrajectorySnapshot[]): StripRow[] => {
  const types = [...new Set(snapshots.flatMap(({ slices }) => slices.map(({ sliceType }) => sliceType)))];
  return [
    { key: 'prompt', label: 'Prompt', title: 'Version of the prompt, marked where it changed', cells: toPromptCells(snapshots) },
    ...eventRows.map((kind) => ({ key: kind.key, label: kind.label, title: `${kind.label} added`, cells: toEventCells(snapshots, kind) })),
    ...types.map((type) => ({ key: `slice ${type}`, label: toTypeName(type), title: type, cells: toSliceCells(snapshots, type) })),
  ];
};

/** What a snapshot has otherwise than the one before it, in words: of the prompt, of slices, then of events. */
export const listChanges = (rows: readonly StripRow[], position: number): string[] => {
  const words = rows.flatMap(({ cells }) => {
    const cell = cells[position];
    return cell && cell.kind !== 'same' && cell.about !== '' ? [cell] : [];
  });
  return [...words.filter(({ kind }) => kind !== 'count'), ...words.filter(({ kind }) => kind === 'count')].map(({ about }) => about);
};

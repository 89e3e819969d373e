import type { TreeChange } from '@/lib/domain/snapshot-tree.ts';
import { groupBy } from '@/lib/session/group-by.ts';

/** The changes of one slice; `sliceType` null: of what is outside of slices. */
export type DiffGroup = {
  sliceType: string | null;
  /** Each with its number among all. */
  changes: readonly { number: number; change: TreeChange }[];
  counts: Readonly<Record<TreeChange['kind'], number>>;
};

/** Changes by slice in their order; what is outside of slices comes last, as it always differs: the time does. */
export const toDiffGroups = (changes: readonly TreeChange[]): DiffGroup[] => {
  const ordered = [...changes.filter(({ sliceType }) => sliceType !== null), ...changes.filter(({ sliceType }) => sliceType === null)];
  const numbered = ordered.map((change, number) => ({ number, change }));
  return [...groupBy(numbered, ({ change }) => change.sliceType)].map(([sliceType, held]) => {
    const countOf = (kind: TreeChange['kind']) => held.filter(({ change }) => change.kind === kind).length;
    return { sliceType, changes: held, counts: { added: countOf('added'), removed: countOf('removed'), changed: countOf('changed') } };
  });
};

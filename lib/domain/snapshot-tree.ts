import * as z from 'zod';

/** A value of a snapshot as a tree shows it. */
export const treeNode = z.object({
  /** JSON Pointer (RFC 6901). */
  pointer: z.string(),
  /** Key of a member, number of an item from 0; empty for the snapshot itself. */
  key: z.string(),
  kind: z.enum(['object', 'list', 'text', 'number', 'boolean', 'null']),
  /** Type of a slice; null for other nodes. */
  sliceType: z.string().nullable(),
  /** The value on one line: numbers as they are written, texts as what they mean, both cut; lists and objects as their first members; a slice as its last item. */
  preview: z.string(),
  /** Whether `preview` is only the beginning of a text. */
  isCut: z.boolean(),
  children: z.int(),
  /** In the file. */
  bytes: z.int(),
});
export type TreeNode = z.infer<typeof treeNode>;

/** A place where two snapshots differ. */
export const treeChange = z.object({
  kind: z.enum(['added', 'removed', 'changed']),
  /** The type of the slice that it lies in; null outside of slices. */
  sliceType: z.string().nullable(),
  /** JSON Pointer from that slice, or from the top; empty for a whole slice. */
  path: z.string(),
  /** The value on both sides, each with its own pointer; null where it is not there. */
  before: treeNode.nullable(),
  after: treeNode.nullable(),
});
export type TreeChange = z.infer<typeof treeChange>;

export const treeDiff = z.object({
  changes: z.array(treeChange),
  /** There are more changes than were asked for. */
  isCut: z.boolean(),
  /** The texts of the prompts that were rendered last, as the whole of them is a value of its own; null where a side has none. */
  prompt: z.object({ before: treeNode.nullable(), after: treeNode.nullable() }),
  /** Types of the slices that are the same on both sides; empty if `isCut`. */
  unchangedSlices: z.array(z.string()),
});
export type TreeDiff = z.infer<typeof treeDiff>;

/** Values whose key, text, number or word holds a query, in their order: at most as many as were asked for, and how many there are. */
export const treeHits = z.object({
  hits: z.array(z.object({ pointer: z.string(), place: z.enum(['key', 'value']) })),
  total: z.int(),
});
export type TreeHits = z.infer<typeof treeHits>;

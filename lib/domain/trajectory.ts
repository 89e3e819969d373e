import * as z from 'zod';
import { instant, timed } from './instant.ts';

/** Key of a trajectory: the prompt that its snapshots render. */
export const descriptorTriple = z.object({ ns: z.string(), key: z.string(), tag: z.string() });
export type DescriptorTriple = z.infer<typeof descriptorTriple>;

/** Maximum length of each name of a prompt, in characters: links contain these names. */
export const maxNameChars = 200;
const givenName = z.string().min(1).max(maxNameChars).optional();

/** Descriptor that an import gives for snapshots without one. */
export const givenDescriptor = z.object({ ns: givenName, key: givenName, tag: givenName });
export type GivenDescriptor = z.infer<typeof givenDescriptor>;

export const saysNothing = ({ ns, key, tag }: GivenDescriptor): boolean => (ns ?? key ?? tag) === undefined;

/** A prompt has both, or neither is given. */
export const isDescriptorGiven = ({ ns, key }: GivenDescriptor): boolean => (ns === undefined) === (key === undefined);

const eventCounts = z.object({ added: z.int(), removed: z.int() });

/** Differences of a snapshot from the one before it. */
export const snapshotChanges = z.object({
  /** Events that the one before did not hold, and that only it held: none in a trajectory. */
  events: z.object({ rendered: eventCounts, tool: eventCounts, executed: eventCounts }),
  /** Slices that differ in their items or item type, those of events only in the latter, with their numbers of items; null: not there. */
  slices: z.array(z.object({ sliceType: z.string(), before: z.int().nullable(), after: z.int().nullable() })),
  /** Fields that differ, apart from the slices and the time: `tags`, `policies`, `parent_id`, `children_ids`. */
  fields: z.array(z.string()),
  /** Changes of the last prompt from the last one before: `section rules changed`. */
  prompt: z.array(z.string()),
});
export type SnapshotChanges = z.infer<typeof snapshotChanges>;

/**
 * The snapshots of a session, or of one part of it, in the order of their file, files in the order of their first times. `id` is the
 * session's, with `.N` for part N from 1 on. `flaw`: why they are no trajectory. `synthetic`: it is demo data. `descriptor` null: no prompt
 * is known. `isSplit`: the session was split into parts.
 */
export const trajectory = timed({
  id: z.string(),
  sessionId: z.string(),
  part: z.int(),
  title: z.string().nullable(),
  synthetic: z.boolean(),
  descriptor: descriptorTriple.nullable(),
  snapshots: z.int(),
  promptVersions: z.int(),
  bytes: z.int(),
  firstAt: instant,
  lastAt: instant,
  flaw: z.string().nullable(),
  isSplit: z.boolean(),
});
export type Trajectory = z.output<typeof trajectory>;

/**
 * One snapshot of a trajectory. `position` counts from 0; `recordId` is that of its record on the session's timeline. `hash`: SHA-256 of
 * its line, cut to 132 bits. `promptVersion` counts different versions from 1, in their order; null where none is described.
 */
export const trajectorySnapshot = timed({
  position: z.int(),
  recordId: z.string(),
  line: z.int(),
  createdAt: instant,
  bytes: z.int(),
  hash: z.string(),
  promptVersion: z.int().nullable(),
  ...snapshotChanges.shape,
});
export type TrajectorySnapshot = z.output<typeof trajectorySnapshot>;

/**
 * Files that a session's snapshots were read from, by what they are: a debug bundle, a dump of a tree of sessions, a dump of one session's
 * renders, or a single snapshot. `path`: of the first of them.
 */
export const snapshotSource = z.object({ kind: z.enum(['bundle', 'tree', 'renders', 'snapshot']), files: z.int(), path: z.string() });
export type SnapshotSource = z.infer<typeof snapshotSource>;

/** The trajectories of one descriptor, and sessions whose snapshots name it first but are no trajectory. */
export const descriptorGroup = timed({
  descriptor: descriptorTriple.nullable(),
  trajectories: z.int(),
  refused: z.int(),
  snapshots: z.int(),
  firstAt: instant,
  lastAt: instant,
});
export type DescriptorGroup = z.output<typeof descriptorGroup>;

import * as z from 'zod';
import { descriptorTriple, snapshotChanges } from '../domain/trajectory.ts';
import { history } from './validate.ts';

/** Raise it where the same lines would come to other figures: what was stored under another version is computed again. */
export const figuresVersion = 4;

/** Figures derived from a snapshot and those before it. They can be computed again from the snapshots' bytes. */
export const snapshotFigures = z.object({
  /** Null: its line is not kept, or is no snapshot any more. */
  history: history.nullable(),
  triple: descriptorTriple.nullable(),
  flaw: z.string().nullable(),
  grows: z.boolean(),
  /** Stands for the version of the last prompt. */
  version: z.string().nullable(),
  changes: snapshotChanges,
});
export type SnapshotFigures = z.infer<typeof snapshotFigures>;

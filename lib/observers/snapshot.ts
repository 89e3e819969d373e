import * as z from 'zod';
import type { ObserverSet } from './observer-set.ts';
import { foldSchema } from './fold-schema.ts';
import type { Fold } from './run.ts';

const snapshotVersion = 1;

/** Both slices of the specification, the calls and where each observer stands, as of a call. */
export const snapshot = z.strictObject({
  version: z.literal(snapshotVersion),
  sessionId: z.string(),
  /** Key of the observers that it was taken from: only the same ones can go on from it. */
  configKey: z.string(),
  /** The last call that they saw; null before the first. */
  callIndex: z.int().nullable(),
  callId: z.string().nullable(),
  fold: foldSchema,
});
export type Snapshot = z.infer<typeof snapshot>;

/** Writes the state of a session's observers out, as plain JSON. */
export const takeSnapshot = (set: ObserverSet, sessionId: string, fold: Fold): Snapshot => {
  const last = fold.recent.at(-1);
  return {
    version: snapshotVersion,
    sessionId,
    configKey: set.key,
    callIndex: last?.index ?? null,
    callId: last?.id ?? null,
    fold,
  };
};

/** Puts a state back, or says why it cannot be: then the next assessment would not be the same as if nothing had happened. */
export const restoreSnapshot = (
  set: ObserverSet,
  sessionId: string,
  given: unknown,
): { snapshot: Snapshot; problem: null } | { snapshot: null; problem: string } => {
  const parsed = snapshot.safeParse(given);
  if (!parsed.success) {
    const [issue] = parsed.error.issues;
    return { snapshot: null, problem: `This is no snapshot of observers: ${issue?.path.join('.') ?? ''}: ${issue?.message ?? ''}` };
  }
  const taken = parsed.data;
  if (taken.sessionId !== sessionId) return { snapshot: null, problem: `This snapshot is of another session, ${taken.sessionId}.` };
  if (taken.configKey !== set.key)
    return { snapshot: null, problem: 'This snapshot was taken with other observers or parameters. Replay the session instead.' };
  return { snapshot: taken, problem: null };
};

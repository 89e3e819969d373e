import * as z from 'zod';
import { AppError } from './errors.ts';

/** Sessions to delete: one, those of a project, those that an import brought, or those that ended before an instant. */
export type DeletionTarget = { sessionId: string } | { project: string } | { importId: string } | { beforeMs: number };

/** Counts of deleted data. `subagents`: sessions that lists show inside another one; `bytes`: size of the original lines. */
export const deletionCounts = z.object({ sessions: z.int(), subagents: z.int(), records: z.int(), observations: z.int(), bytes: z.int() });
export type DeletionCounts = z.infer<typeof deletionCounts>;

export type NamedDeletion = {
  session?: string | undefined;
  project?: string | undefined;
  import?: string | undefined;
  before?: number | undefined;
};

/** The one target that is named. Fails with `invalid_input` where none or several are. */
export const toDeletionTarget = (named: NamedDeletion): DeletionTarget => {
  const targets: DeletionTarget[] = [
    ...(named.session === undefined ? [] : [{ sessionId: named.session }]),
    ...(named.project === undefined ? [] : [{ project: named.project }]),
    ...(named.import === undefined ? [] : [{ importId: named.import }]),
    ...(named.before === undefined ? [] : [{ beforeMs: named.before }]),
  ];
  const [target] = targets;
  if (!target || targets.length > 1)
    throw new AppError('invalid_input', 'Name what to delete by exactly one of: session, project, import, before.');
  return target;
};

import { printBytes } from '../../lib/print/bytes.ts';
import { printCounted } from '../../lib/print/number.ts';
import { toVisibleText } from '../../lib/print/visible-text.ts';
import { verifyTrajectories, type VerifiedTrajectory } from '../../lib/services/trajectories/verify-trajectories.ts';
import { getTrajectory } from '../../lib/services/trajectories/get-trajectory.ts';
import type { Store } from '../../lib/store/store.ts';
import { withTrajectories } from './open-trajectories.ts';
import { printJson, printNote } from '../print.ts';

const pageSize = 200;

/** `trajectories verify`: returns 1 if any has a flaw. */
export const verifyCommand = (names: readonly string[], { json }: { json: boolean }): Promise<number> =>
  withTrajectories(async ({ store, getId }) => {
    const wanted = new Set<string>();
    for (const name of names) wanted.add((await getTrajectory(store, await getId(name))).id);
    const sessionIds = wanted.size > 0 ? [...wanted].map((id) => id.split('.', 1)[0] ?? id) : await listSessionIds(store);
    const verified: VerifiedTrajectory[] = [];
    for (const sessionId of new Set(sessionIds)) {
      for (const one of await verifyTrajectories(store, sessionId)) {
        if (wanted.size > 0 && !wanted.has(one.id)) continue;
        verified.push(one);
        if (!json) process.stdout.write(`${print(one)}\n`);
      }
    }
    const flawed = verified.filter(({ problems }) => problems.length > 0).length;
    if (json) printJson({ trajectories: verified, flawed });
    else printNote(`${printCounted(verified.length, 'trajectory', 'trajectories')} verified, ${flawed} with a flaw.`);
    return flawed > 0 ? 1 : 0;
  });

const print = ({ id, snapshots, bytes, problems }: VerifiedTrajectory): string =>
  [
    `${id}: ${problems.length === 0 ? 'ok' : 'FLAWED'}: ${printCounted(snapshots, 'snapshot')}, ${printBytes(bytes)}`,
    ...problems.map((problem) => `  ${toVisibleText(problem).replaceAll('\n', '␊')}`),
  ].join('\n');

const listSessionIds = async (store: Store): Promise<string[]> => {
  const ids = new Set<string>();
  for (const isRefused of [false, true]) {
    let cursor: string | null = null;
    do {
      const page = await store.listTrajectories({ isRefused }, { cursor, limit: pageSize });
      for (const { sessionId } of page.items) ids.add(sessionId);
      cursor = page.nextCursor;
    } while (cursor !== null);
  }
  return [...ids];
};

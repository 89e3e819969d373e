import type { FileResult } from '../../domain/import.ts';
import type { Issue } from '../../domain/issue.ts';
import type { Trajectory } from '../../domain/trajectory.ts';
import type { Store } from '../../store/store.ts';

type Reads = Pick<Store, 'listSessionTrajectories'>;

const idChars = 8;

/** Why sessions are no trajectories, as stored now; empty for those that are, and those without snapshots. */
const listFlaws = async (store: Reads, sessionIds: readonly string[]): Promise<Issue[]> => {
  const lists = await Promise.all(sessionIds.map((id) => store.listSessionTrajectories(id)));
  return lists.flat().flatMap((one) => (one.flaw === null ? [] : [toIssue(one, one.flaw)]));
};

const toIssue = ({ sessionId, title }: Trajectory, flaw: string): Issue => ({
  line: null,
  code: 'no_trajectory',
  message: `Session ${sessionId.slice(0, idChars)}${title === null ? '' : ` (${title})`} is no trajectory: ${flaw}. Its records were read.`,
  excerpt: null,
});

/** The result of a file whose listed sessions may be no trajectories: what other files added to them counts. */
export const withFlaws = async (store: Reads, result: FileResult): Promise<FileResult> => {
  const flaws = await listFlaws(
    store,
    result.sessions.map(({ id }) => id),
  );
  const others = result.issues.filter(({ code }) => code !== 'no_trajectory');
  const issueCount = result.issueCount - result.issues.length + others.length + flaws.length;
  return { ...result, issues: [...flaws, ...others], issueCount };
};

import type { FileResult } from '../../domain/import.ts';
import type { Store } from '../../store/store.ts';
import { countSessions } from '../ingest/file-result.ts';
import { withFlaws } from '../trajectories/list-flaws.ts';

/** Updates a file's result with current counts and flaws, after the other files of its import are stored. */
export const refreshResult = async (store: Store, result: FileResult): Promise<FileResult> => {
  if (result.sha256 === null || result.format === null) return result;
  const isListedWhole = result.sessions.length === result.sessionCount;
  const ids = isListedWhole ? result.sessions.map(({ id }) => id) : await findSessionIds(store, result.path, result.sha256);
  return withFlaws(store, ids ? { ...result, ...(await countSessions(store, ids)) } : result);
};

const findSessionIds = async (store: Store, path: string, sha256: string): Promise<string[] | undefined> =>
  ((await store.findSource(path)) ?? (await store.findSourceBySha256(sha256)))?.sessionIds;

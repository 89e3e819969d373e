import { codeOf } from '../../domain/errors.ts';
import { liveFormat } from '../../session/ids.ts';
import type { SourceRow } from '../../store/rows.ts';
import type { Store } from '../../store/store.ts';
import { listLineHashes } from '../../store/list-line-hashes.ts';
import type { StoredChunk } from '../../store/redecode-store.ts';
import type { ImportDeps, ImportInput } from './import-input.ts';
import { startRedecoding, toChunkKey, toKey, toLinkKey, type Redecoding } from './redecoding.ts';
import { settleTrajectories } from '../trajectories/settle-trajectories.ts';
import { rederiveSession } from './rederive.ts';
import { reopenSource, type Reopened } from './reopen-source.ts';

/**
 * Result of decoding a source again. `sources`: those that were read, because they share sessions; empty unless done. `problem`: as in
 * `Unreadable`.
 */
export type RedecodeResult = { isDone: boolean; sources: SourceRow[]; problem: string | null };

type Member = { source: SourceRow; reopened: Reopened };

/** Rows a transaction: few enough that none takes long. */
const maxRemoved = 500;
const maxRead = 2_000;

/**
 * Decodes a source again, with all sources that share sessions with it directly or indirectly, because their contributions to a session
 * cannot be separated. Rows are replaced in place and keep their ids, so observations, links and history stay. An aborted run starts over
 * next time. A source that cannot be read keeps its old rows.
 */
export const redecodeSource = async (
  deps: ImportDeps,
  source: Pick<SourceRow, 'id'>,
  input: Pick<ImportInput, 'signal'> & Partial<Pick<ImportInput, 'file' | 'path'>>,
): Promise<RedecodeResult> => {
  const { store } = deps;
  const sources = (await store.listRelatedSources(source.id)).filter(({ format }) => format !== liveFormat);
  const members: Member[] = [];
  const unreadable: SourceRow[] = [];
  let problem: string | null = null;
  try {
    const isSynthetic = (await store.findSessionRows(sources.flatMap(({ sessionIds }) => sessionIds))).every((row) => row.synthetic);
    for (const one of sources) {
      const file = one.path === input.path && input.file !== undefined ? input.file : one.path;
      const reopened = await reopenSource(deps, one, {
        file,
        path: one.path,
        synthetic: isSynthetic,
        signal: input.signal,
        onProgress: () => undefined,
      });
      if ('problem' in reopened) {
        unreadable.push(one);
        if (one.id === source.id || problem === null) problem = reopened.problem;
      } else members.push({ source: one, reopened });
    }
    if (unreadable.some(({ id }) => id === source.id)) return { isDone: false, sources: [], problem };
    const isDone = await redecodeMembers(store, members, new Set(unreadable.flatMap(({ sessionIds }) => sessionIds)));
    return { isDone, sources: isDone ? members.map((member) => member.source) : [], problem };
  } finally {
    for (const { reopened } of members) await reopened.close();
  }
};

const redecodeMembers = async (store: Store, members: readonly Member[], heldSessions: ReadonlySet<string>): Promise<boolean> => {
  const [first] = members;
  if (!first) return false;
  // A newer decoder may put a source into a session that other sources hold, too: what those gave it stays.
  const related = new Set(members.flatMap(({ source }) => source.sessionIds));
  const isPartial = (sessionId: string): boolean => heldSessions.has(sessionId) || !related.has(sessionId);
  const sourceIds = new Set(members.map(({ source }) => source.id));
  const redecoding = startRedecoding(first.source, sourceIds, (sessionId) => !isPartial(sessionId));
  const finished: { source: SourceRow; issues: ReadonlySet<string> | null }[] = [];
  const sessionIds = new Set(related);
  for (const { source, reopened } of members) {
    const chunks = await store.listRawChunks(source.id);
    redecoding.next(source, reopened.isStored ? new Set(chunks.map(({ sessionId }) => sessionId)) : null);
    const outcome = await reopened.read(redecoding);
    if (outcome.cancelled) return false;
    for (const { id } of outcome.sessions) sessionIds.add(id);
    if (!reopened.isStored) await removeCovered(store, source.id, redecoding);
    finished.push({ source: outcome.source, issues: reopened.isStored ? null : redecoding.issues });
  }
  for (const id of sessionIds) await sweepSession(store, id, members, redecoding, isPartial(id));
  for (const id of sessionIds) await rederiveSession(store, id, { whole: true });
  const removed = new Set(await store.removeEmptySessions([...sessionIds]));
  await store.recomputeAggregates([...sessionIds].filter((id) => !removed.has(id)));
  for (const { source, issues } of finished) await store.finishRedecoding(source, issues);
  await settleTrajectories(store);
  return true;
};

/** Null for the error of damaged lines, which cannot be kept; throws other errors. */
const toDamaged = (error: unknown): null => {
  if (codeOf(error) === 'unreadable') return null;
  throw error;
};

/** Removes runs of lines whose lines all stand in one of the runs that were written now. Snapshots only go where they were read again. */
const removeCovered = async (
  store: Store,
  sourceId: string,
  { chunks: written, lineHashes }: Pick<Redecoding, 'chunks' | 'lineHashes'>,
): Promise<void> => {
  const chunks = await store.listRawChunks(sourceId);
  const covered = new Set(
    chunks
      .filter((chunk) => written.has(toChunkKey(chunk)))
      .flatMap(({ sessionId, offsets }) => offsets.map((offset) => toKey(sessionId, String(offset)))),
  );
  const isCovered = ({ sessionId, offsets }: StoredChunk) => offsets.every((offset) => covered.has(toKey(sessionId, String(offset))));
  const isRead = async ({ sessionId, firstOffset }: StoredChunk): Promise<boolean> => {
    const run = await store.readRawChunk(sessionId, sourceId, firstOffset).catch(toDamaged);
    return run === null || listLineHashes(run).every((hash) => lineHashes.has(hash));
  };
  const gone: StoredChunk[] = [];
  for (const chunk of chunks) {
    if (written.has(toChunkKey(chunk)) || !isCovered(chunk)) continue;
    if (!chunk.repeats || (await isRead(chunk))) gone.push(chunk);
  }
  await store.removeRawChunks(sourceId, gone);
};

/**
 * Removes records of a session that were not found again, unless their line is gone from the file. If the session also has an unreadable
 * source, responses and links stay, because they may be from that one.
 */
const sweepSession = async (
  store: Store,
  sessionId: string,
  members: readonly Member[],
  redecoding: Redecoding,
  isHeld: boolean,
): Promise<void> => {
  const sourceIds = members.map(({ source }) => source.id);
  let stale: string[] = [];
  for (let afterId = ''; ;) {
    const records = await store.listSourceRecords(sessionId, sourceIds, afterId, maxRead);
    const gone = records.filter(({ id, lineHash }) => !redecoding.records.has(toKey(sessionId, id)) && redecoding.lineHashes.has(lineHash));
    stale = [...stale, ...gone.map(({ id }) => id)];
    const last = records.at(-1);
    if (!last || records.length < maxRead) break;
    afterId = last.id;
  }
  for (const ids of inParts(stale)) await store.removeRecords(sessionId, ids);
  if (isHeld) return;
  const parts = await store.listSessionParts(sessionId);
  const responses = parts.responses.filter((id) => !redecoding.responses.has(toKey(sessionId, id)));
  const links = parts.links.filter((link) => !redecoding.links.has(toLinkKey(link)));
  for (const some of inParts(responses)) await store.removeSessionParts(sessionId, { responses: some, links: [] });
  for (const some of inParts(links)) await store.removeSessionParts(sessionId, { responses: [], links: some });
};

function* inParts<Item>(items: readonly Item[]): Generator<Item[]> {
  for (let from = 0; from < items.length; from += maxRemoved) yield items.slice(from, from + maxRemoved);
}

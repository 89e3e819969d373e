import type { LinkDraft, SessionDraft } from '../../formats/format.ts';
import { markOutOfOrder } from '../../session/derive.ts';
import { compareOrder } from '../../session/order.ts';
import { isBareCommand, toAnswerTitle, toPromptTitle } from '../../session/title-line.ts';
import { groupBy } from '../../session/group-by.ts';
import { sessionIdOf, sourceIdOf } from '../../session/ids.ts';
import {
  continuedLink,
  type AppendBatch,
  type CallLink,
  type RawChunk,
  type RecordRow,
  type Replacement,
  type SourceRow,
} from '../../store/rows.ts';
import type { RecordPlace } from '../../store/ingest-store.ts';
import type { Store } from '../../store/store.ts';
import { untilApplied } from '../../store/until-applied.ts';
import { isBetterPlace } from './better-place.ts';
import type { Decoded } from './decode-lines.ts';
import { findLive, forgetLive, type LiveMatches } from './find-live.ts';
import { findMoved } from './find-moved.ts';
import { isUntimedPrint, matchPrinted } from './match-printed.ts';
import { numberRows } from './number-rows.ts';
import { resolveRepeats } from './resolve-repeats.ts';
import { addStatement, toSessionRow, toStatement, type OpenSession } from './open-session.ts';
import type { PackedLines } from './packed-lines.ts';
import { findChanged, leaveOut, toLinkKey, type Redecoding } from './redecoding.ts';
import { rederiveSession } from './rederive.ts';
import type { SessionPool } from './session-pool.ts';
import type { Rows } from './to-rows.ts';

/**
 * Appends what was read since the last batch, and the file's new offset with it, in one transaction. Where another process wrote
 * to one of the sessions meanwhile, the batch is made again on what that left. Fails with `store_busy` where others are always faster.
 */
export const appendDrafts = async (
  store: Store,
  pool: SessionPool,
  source: SourceRow,
  decoded: Decoded,
  /** `onPlaced`: called once every session is open and its cursor has moved, to bring `source` up to date before it is stored. */
  { onPlaced, isFirst }: { onPlaced: () => void; isFirst: boolean },
): Promise<{ newRecords: number; newCalls: number }> => {
  const { drafts, rows, nativeIds } = decoded;
  await pool.open(nativeIds, familiesOf(drafts.sessions));
  for (const draft of drafts.sessions) addStatement(pool.get(draft.nativeId), toStatement(draft));
  for (const row of rows.records) {
    if (row.kind === 'prompt') addStatement(pool.getById(row.sessionId), toFirstPromptTitle(row));
    else if (row.kind === 'response') addStatement(pool.getById(row.sessionId), toFirstAnswerTitle(row));
    if (isUntimedPrint(row)) addStatement(pool.getById(row.sessionId), { at: [0, row.line], printsUntimed: true });
  }
  const touched = nativeIds.map((nativeId) => pool.get(nativeId));
  const append = async () => {
    const rows = await resolveRepeats(store, touched, source.format, decoded.rows);
    const { fresh, replaced, redecoded, printed } = pool.redecoding
      ? await findChanged(store, pool, pool.redecoding, rows)
      : { ...(await keepNew(store, pool, rows)), redecoded: undefined, printed: [] };
    const reported = await findLive(store, touched, fresh);
    const moved = await findMoved(store, pool, touched, rows);
    const written = [...new Set([...touched, ...moved.sessions])];
    const taken = new Set(reported.replaced.map(({ id }) => id));
    reported.replaced.push(...replaced, ...moved.replaced.filter(({ id }) => !taken.has(id)));
    numberRows(fresh, pool);
    onPlaced();
    const { newRecords, conflicting } = await store.append({
      ...toBatch(pool, source, decoded, fresh, written),
      ...reported,
      isFirst,
      expected: [...touched.map(({ id, revision }) => ({ sessionId: id, revision })), ...moved.expected],
      ...(redecoded && { redecoded }),
    });
    if (conflicting.length === 0) {
      for (const session of written) {
        session.revision += 1;
        session.storedFormat = session.format;
      }
      forgetLive(written, reported);
      // Those that the file does not hold itself: nobody else derives them again.
      const others = moved.sessions.filter(({ id }) => !pool.findById(id)).map(({ id }) => id);
      for (const id of others) await rederiveSession(store, id);
      if (others.length > 0) await store.recomputeAggregates(others);
      pool.redecoding?.note(leaveOut(rows, new Set(printed)), drafts.issues);
      return { newRecords, newCalls: fresh.calls.length };
    }
    await pool.catchUp([...new Set([...written, ...moved.expected.flatMap(({ sessionId }) => pool.findById(sessionId) ?? [])])]);
    return null;
  };
  return untilApplied(append, 'sessions');
};

const toBatch = (
  pool: SessionPool,
  source: SourceRow,
  { drafts, packed, issueLines }: Decoded,
  rows: Rows,
  touched: readonly OpenSession[],
): Omit<AppendBatch, 'expected' | keyof LiveMatches> => ({
  source,
  sessions: touched.map(toSessionRow),
  ...rows,
  raw: toRawChunks(pool, rows.records, packed, source.id),
  issues: drafts.issues,
  issueLines,
  links: noteLinks(
    pool.redecoding,
    drafts.links.map((link) => toLink(pool.get(link.session), link)),
  ),
});

const noteLinks = (redecoding: Redecoding | undefined, links: CallLink[]): CallLink[] => {
  for (const link of links) redecoding?.links.add(toLinkKey(link));
  return links;
};

const toLink = (session: OpenSession, link: LinkDraft): CallLink => ({
  sessionId: session.id,
  nativeCallId: link.relation === 'continuation' ? continuedLink : (link.nativeCallId ?? ''),
  childSessionId: 'childPath' in link ? sourceIdOf(link.childPath) : sessionIdOf(session.family, link.childNativeId),
});

const familiesOf = (sessions: readonly SessionDraft[]): Map<string, string> =>
  new Map(sessions.flatMap(({ nativeId, family }) => (family === undefined ? [] : [[nativeId, family] as const])));

/** Skips stored records, and removes stored ones that these replace. A snapshot stays in the file that gave it: that orders its trajectory. */
const keepNew = async (store: Store, pool: SessionPool, rows: Rows): Promise<{ fresh: Rows; replaced: Replacement[] }> => {
  const known = new Set<string>();
  const replaced: Replacement[] = [];
  const snapshots = new Set(rows.snapshots.map(({ recordId }) => recordId));
  for (const [sessionId, records] of groupBy(rows.records, (row) => row.sessionId)) {
    const session = pool.getById(sessionId);
    if (session.revision === 0) continue;
    const ids = records.map((row) => row.id);
    const stored = await store.findRecordPlaces(sessionId, ids);
    const takesOver = pool.takesOver.has(sessionId);
    const isBetter = (row: RecordRow) => (snapshots.has(row.id) ? takesOver && stored.has(row.id) : isBetterThan(row, stored.get(row.id)));
    const better = new Set(records.filter(isBetter).map((row) => row.id));
    if (better.size > 0) {
      markOutOfOrder(session.head, null);
      await store.removeRecords(sessionId, [...better]);
    }
    for (const id of stored.keys()) if (!better.has(id)) known.add(id);
    const printed = await matchPrinted(store, session, records);
    for (const id of printed.known) known.add(id);
    replaced.push(...printed.replaced);
    // A call that goes waits for no result.
    const gone = new Set([...better, ...printed.replaced.map(({ id }) => id)]);
    session.head.openCalls = session.head.openCalls.filter(({ id }) => !gone.has(id));
  }
  return { fresh: known.size === 0 ? rows : leaveOut(rows, known), replaced };
};

const isBetterThan = (row: RecordRow, place: RecordPlace | undefined): boolean =>
  place !== undefined && (isRewritten(row, place) || isBetterPlace(row, place));

/** The line that the stored record came from says something else now. */
const isRewritten = (row: RecordRow, place: RecordPlace): boolean =>
  row.sourceId === place.sourceId && compareOrder(row.order, place.order) === 0 && row.lineHash !== place.lineHash;

const toFirstPromptTitle = (row: RecordRow) => ({
  at: [row.atMs ?? 0, row.line] as const,
  title: toPromptTitle(row.text),
  // A command of the agent's own, or a wake-up call: a title only where no prompt gives one.
  titleRank: row.subtype === null && !isBareCommand(row.text) ? 1 : 0,
});

/** A title where neither a prompt nor anybody else gives one. */
const toFirstAnswerTitle = (row: RecordRow) => ({
  at: [row.atMs ?? 0, row.line] as const,
  title: toAnswerTitle(row.text),
  titleRank: -1,
});

/** Lines of the sessions that get a record from the source. */
const toRawChunks = (pool: SessionPool, fresh: readonly RecordRow[], packed: readonly PackedLines[], sourceId: string): RawChunk[] => {
  const grown = new Set(fresh.map((row) => row.sessionId));
  const chunks = packed.map(({ session, ...lines }) => ({ ...lines, sessionId: pool.get(session).id, sourceId }));
  return chunks.filter((chunk) => pool.redecoding?.takesChunk(chunk) ?? grown.has(chunk.sessionId));
};

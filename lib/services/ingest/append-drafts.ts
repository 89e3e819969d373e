import type { LinkDraft, RecordDraft, ResponseDraft, SessionDraft } from '../../formats/format.ts';
import { groupBy } from '../../session/group-by.ts';
import { sessionIdOf, sourceIdOf } from '../../session/ids.ts';
import { compareOrder } from '../../session/order.ts';
import {
  continuedLink,
  type AppendBatch,
  type CallLink,
  type RawChunk,
  type RecordPlace,
  type SourceRow,
  type Store,
} from '../../store/store.ts';
import type { Decoded } from './decode-lines.ts';
import { addStatement, toSessionRow, toStatement, type OpenSession } from './open-session.ts';
import type { PackedLines } from './packed-lines.ts';
import type { PlacedDraft } from './place-drafts.ts';
import type { SessionPool } from './session-pool.ts';
import { addRows, mergeResponses, toResponseRow, type Rows, type TurnOfResponse } from './to-rows.ts';

/**
 * Appends what was read since the last batch, and the file's new offset with it, in one transaction. Where another process wrote
 * to one of the sessions meanwhile, the batch is made again on what that left.
 */
export const appendDrafts = async (
  store: Store,
  pool: SessionPool,
  source: SourceRow,
  decoded: Decoded,
  /** Called once every session is open and its cursor has moved, to bring `source` up to date before it is stored. */
  onPlaced: () => void,
): Promise<{ newRecords: number; newCalls: number }> => {
  const { drafts, placed } = decoded;
  const nativeIds = nativeIdsOf(decoded);
  await pool.open(nativeIds, familiesOf(drafts.sessions));
  for (const draft of drafts.sessions) addStatement(pool.get(draft.nativeId), toStatement(draft));
  for (const { draft } of placed) if (draft.kind === 'prompt') addStatement(pool.get(draft.session), toFirstPromptTitle(draft));
  const touched = [...nativeIds].map((nativeId) => pool.get(nativeId));
  for (;;) {
    const expected = touched.map(({ id, revision }) => ({ sessionId: id, revision }));
    const fresh = await keepNew(store, pool, placed, source.id);
    const rows: Rows = { records: [], calls: [], results: [], endings: [] };
    for (const one of fresh) addRows(rows, pool.get(one.draft.session), one, source.id);
    onPlaced();
    const { newRecords, overtaken } = await store.append({ ...toBatch(pool, source, decoded, fresh, rows, touched), expected });
    if (overtaken.length === 0) {
      for (const session of touched) session.revision += 1;
      return { newRecords, newCalls: rows.calls.length };
    }
    await pool.catchUp(touched);
  }
};

const toBatch = (
  pool: SessionPool,
  source: SourceRow,
  { drafts, packed, issueLines }: Decoded,
  fresh: readonly PlacedDraft[],
  rows: Rows,
  touched: readonly OpenSession[],
): Omit<AppendBatch, 'expected'> => ({
  source,
  sessions: touched.map(toSessionRow),
  ...rows,
  responses: toResponses(pool, drafts.responses, rows),
  raw: toRawChunks(pool, fresh, packed, source.id),
  issues: drafts.issues,
  issueLines,
  links: drafts.links.map((link) => toLink(pool.get(link.session), link)),
});

const toLink = (session: OpenSession, link: LinkDraft): CallLink => ({
  sessionId: session.id,
  nativeCallId: link.relation === 'continuation' ? continuedLink : (link.nativeCallId ?? ''),
  childSessionId: 'childPath' in link ? sourceIdOf(link.childPath) : sessionIdOf(session.family, link.childNativeId),
});

const familiesOf = (sessions: readonly SessionDraft[]): Map<string, string> =>
  new Map(sessions.flatMap(({ nativeId, family }) => (family === undefined ? [] : [[nativeId, family] as const])));

const nativeIdsOf = ({ drafts, placed }: Decoded): Set<string> =>
  new Set([
    ...placed.map(({ draft }) => draft.session),
    ...drafts.sessions.map((draft) => draft.nativeId),
    ...drafts.responses.map((draft) => draft.session),
    ...drafts.links.map((draft) => draft.session),
  ]);

/**
 * Leaves out what is stored or came twice. Where two files tell the same record differently, the one at the earlier place
 * holds, then the smaller hash, then the smaller source: whichever was read first.
 */
const keepNew = async (store: Store, pool: SessionPool, placed: readonly PlacedDraft[], sourceId: string): Promise<PlacedDraft[]> => {
  const kept = new Map<string, PlacedDraft>();
  for (const one of placed) {
    const before = kept.get(one.id);
    if (!before || isBetter(toPlace(one, sourceId), toPlace(before, sourceId))) kept.set(one.id, one);
  }
  for (const [nativeId, ones] of groupBy(kept.values(), (one) => one.draft.session)) {
    const session = pool.get(nativeId);
    const stored = await store.findRecordPlaces(
      session.id,
      ones.map((one) => one.id),
    );
    const better = ones.filter((one) => isBetter(toPlace(one, sourceId), stored.get(one.id))).map((one) => one.id);
    if (better.length > 0) {
      session.outOfOrder = true;
      await store.removeRecords(session.id, better);
    }
    for (const id of stored.keys()) if (!better.includes(id)) kept.delete(id);
  }
  return [...kept.values()];
};

const toPlace = ({ order, draft }: PlacedDraft, sourceId: string): RecordPlace => ({ order, lineHash: draft.lineHash, sourceId });

const isBetter = (one: RecordPlace, stored: RecordPlace | undefined): boolean => {
  if (!stored) return false;
  const order = compareOrder(one.order, stored.order);
  if (order !== 0) return order < 0;
  if (one.lineHash !== stored.lineHash) return one.lineHash < stored.lineHash;
  return one.sourceId < stored.sourceId;
};

const toFirstPromptTitle = (draft: RecordDraft) => ({
  at: [draft.atMs ?? 0, draft.line] as const,
  title: draft.text.trim().split('\n', 1)[0]?.slice(0, 200),
  titleRank: 1,
});

const toResponses = (pool: SessionPool, drafts: readonly ResponseDraft[], rows: Rows) => {
  const turns = new Map<string, number | null>();
  for (const { sessionId, responseId, turnIdx } of rows.records) {
    const key = `${sessionId}\0${responseId}`;
    if (responseId !== null && !turns.has(key)) turns.set(key, turnIdx);
  }
  const turnOf: TurnOfResponse = (sessionId, responseId) => turns.get(`${sessionId}\0${responseId}`) ?? null;
  const merged = new Map<string, ResponseDraft>();
  for (const draft of drafts) {
    const key = `${draft.session}\0${draft.nativeId}`;
    const before = merged.get(key);
    merged.set(key, before ? mergeResponses(before, draft) : draft);
  }
  return [...merged.values()].map((draft) => toResponseRow(pool.get(draft.session), draft, turnOf));
};

/** Of the sessions that get a record of it. */
const toRawChunks = (pool: SessionPool, fresh: readonly PlacedDraft[], packed: readonly PackedLines[], sourceId: string): RawChunk[] => {
  const grown = new Set(fresh.map((one) => one.draft.session));
  return packed
    .filter(({ session }) => grown.has(session))
    .map(({ session, ...lines }) => ({ ...lines, sessionId: pool.get(session).id, sourceId }));
};

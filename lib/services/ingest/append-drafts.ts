import type { Drafts, Line, RecordDraft, ResponseDraft } from '../../formats/format.ts';
import { groupBy } from '../../session/group-by.ts';
import { sessionIdOf } from '../../session/ids.ts';
import { compareOrder, type OrderKey } from '../../session/order.ts';
import type { AppendBatch, SourceRow, Store } from '../../store/store.ts';
import { addStatement, toSessionRow, toStatement, type OpenSession } from './open-session.ts';
import { toRawChunk } from './raw-chunks.ts';
import type { SessionPool } from './session-pool.ts';
import { addRows, mergeResponses, placeDraft, toResponseRow, type PlacedDraft, type Rows } from './to-rows.ts';

/** Appends what was read since the last batch, and the file's new offset with it, in one transaction. */
export const appendDrafts = async (
  store: Store,
  pool: SessionPool,
  source: SourceRow,
  drafts: Drafts,
  lines: readonly Line[],
  /** Called once every session is open and its cursor has moved, to bring `source` up to date before it is stored. */
  onPlaced: () => void,
): Promise<{ newRecords: number; newCalls: number }> => {
  await pool.open(nativeIdsOf(drafts));
  for (const draft of drafts.sessions) addStatement(pool.get(draft.nativeId), toStatement(draft));
  const placed = drafts.records.map((draft) => placeDraft(pool.get(draft.session), draft));
  const fresh = await keepNew(store, placed);
  const rows: Rows = { records: [], calls: [], results: [] };
  for (const one of fresh) {
    addRows(rows, one, source.id);
    if (one.draft.kind === 'prompt') addStatement(one.session, toFirstPromptTitle(one.draft));
  }
  const touched = [...new Set([...nativeIdsOf(drafts)].map((nativeId) => pool.get(nativeId)))];
  onPlaced();
  const batch: AppendBatch = {
    source,
    sessions: touched.map(toSessionRow),
    ...rows,
    responses: toResponses(pool, drafts.responses, rows),
    raw: toRawChunks(fresh, lines, source.id),
    issues: drafts.issues,
    links: drafts.links.map((link) => {
      const session = pool.get(link.session);
      return { sessionId: session.id, nativeCallId: link.nativeCallId, childSessionId: sessionIdOf(session.family, link.childNativeId) };
    }),
  };
  const { newRecords } = await store.append(batch);
  // Another process stored some of these meanwhile: its numbers and ours may collide.
  if (newRecords < rows.records.length) for (const session of touched) session.outOfOrder = true;
  return { newRecords, newCalls: rows.calls.length };
};

const nativeIdsOf = (drafts: Drafts): Set<string> =>
  new Set([
    ...drafts.sessions.map((draft) => draft.nativeId),
    ...drafts.records.map((draft) => draft.session),
    ...drafts.responses.map((draft) => draft.session),
    ...drafts.links.map((draft) => draft.session),
  ]);

/** Leaves out what is stored or came twice; where it now came at an earlier place, the stored one moves there. */
const keepNew = async (store: Store, placed: readonly PlacedDraft[]): Promise<PlacedDraft[]> => {
  const bySession = groupBy(placed, (one) => one.session);
  const known = new Map<string, OrderKey>();
  for (const [session, ones] of bySession) {
    const stored = await store.findRecordOrders(
      session.id,
      ones.map((one) => one.id),
    );
    await lowerOrders(store, session, ones, stored);
    for (const [id, order] of stored) known.set(id, order);
  }
  return placed.filter((one) => {
    if (known.has(one.id)) return false;
    known.set(one.id, one.order);
    return true;
  });
};

const lowerOrders = async (
  store: Store,
  session: OpenSession,
  ones: readonly PlacedDraft[],
  stored: ReadonlyMap<string, OrderKey>,
): Promise<void> => {
  const lower = new Map<string, OrderKey>();
  for (const { id, order } of ones) {
    const at = lower.get(id) ?? stored.get(id);
    if (at && compareOrder(order, at) < 0) lower.set(id, order);
  }
  if (lower.size === 0) return;
  session.outOfOrder = true;
  await store.lowerRecordOrders(session.id, lower);
};

const toFirstPromptTitle = (draft: RecordDraft) => ({
  at: [draft.atMs ?? 0, draft.line] as const,
  title: draft.text.trim().split('\n', 1)[0]?.slice(0, 200),
  titleRank: 1,
});

const toResponses = (pool: SessionPool, drafts: readonly ResponseDraft[], rows: Rows) => {
  const turnOf = new Map(rows.records.toReversed().map((record) => [record.responseId, record.turnIdx]));
  const merged = new Map<string, ResponseDraft>();
  for (const draft of drafts) {
    const key = `${draft.session}\0${draft.nativeId}`;
    const before = merged.get(key);
    merged.set(key, before ? mergeResponses(before, draft) : draft);
  }
  return [...merged.values()].map((draft) => {
    const row = toResponseRow(pool.get(draft.session), draft);
    return { ...row, turnIdx: turnOf.get(row.id) ?? row.turnIdx };
  });
};

const toRawChunks = (fresh: readonly PlacedDraft[], lines: readonly Line[], sourceId: string) => {
  const byNumber = new Map(lines.map((line) => [line.number, line]));
  return [...groupBy(fresh, (one) => one.session.id)].flatMap(([sessionId, ones]) => {
    const numbers = new Set(ones.map((one) => one.draft.line));
    const chunk = toRawChunk(
      sessionId,
      sourceId,
      [...numbers].flatMap((number) => byNumber.get(number) ?? []),
    );
    return chunk ? [chunk] : [];
  });
};

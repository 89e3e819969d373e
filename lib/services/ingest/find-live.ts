import { displayWindowBytes } from '../../domain/display-window.ts';
import { compareOrder, type OrderKey } from '../../session/order.ts';
import { markOutOfOrder } from '../../session/derive.ts';
import { groupBy } from '../../session/group-by.ts';
import { livePathOf, sourceIdOf } from '../../session/ids.ts';
import { cutAtBytes } from '../../store/cut-at-bytes.ts';
import type { Replacement, RenamedResult } from '../../store/rows.ts';
import type { Store } from '../../store/store.ts';
import type { LiveRecord } from '../../store/ingest-store.ts';
import { hasOwnId } from '../live/live-ids.ts';
import type { OpenSession } from './open-session.ts';
import type { Rows } from './to-rows.ts';

/** Live records that a batch replaces. */
export type LiveMatches = { replaced: Replacement[]; renamed: RenamedResult[] };

/**
 * Finds live calls, results, prompts and answers that a batch repeats: by the agent's call id, else by tool and arguments or by text, in order. Their
 * sessions are renumbered from there.
 */
export const findLive = async (store: Store, sessions: readonly OpenSession[], rows: Rows): Promise<LiveMatches> => {
  const reported: LiveMatches = { replaced: [], renamed: [] };
  for (const session of sessions) {
    if (!session.head.live) continue;
    const standing = await listLive(store, session);
    const { replaced, renamed, first } = match(session.id, standing, rows);
    if (first) markOutOfOrder(session.head, first);
    reported.replaced.push(...replaced);
    reported.renamed.push(...renamed);
  }
  return reported;
};

/** Forgets what was replaced by the batch that led to the session's present revision. */
export const forgetLive = (sessions: readonly OpenSession[], { replaced, renamed }: LiveMatches): void => {
  if (replaced.length === 0) return;
  const gone = new Set(replaced.map(({ id }) => id));
  const names = new Map(renamed.map((one) => [one.recordId, one.nativeCallId]));
  for (const session of sessions) {
    if (!session.reported) continue;
    const rest = session.reported.records.filter(({ id }) => !gone.has(id));
    const records = rest.map((one) => (names.has(one.id) ? { ...one, nativeCallId: names.get(one.id) ?? null } : one));
    session.reported = { revision: session.revision, records };
  }
};

const listLive = async (store: Store, session: OpenSession): Promise<readonly LiveRecord[]> => {
  if (session.reported?.revision !== session.revision) {
    const { disturbed, marks } = session.head;
    const fromSeq = disturbed ? 0 : (marks?.[0]?.nextSeq ?? 0);
    const records = await store.listLiveRecords(session.id, sourceIdOf(livePathOf(session.id)), fromSeq);
    session.reported = { revision: session.revision, records };
  }
  return session.reported.records;
};

type Matched = LiveMatches & { first: OrderKey | null };

const match = (sessionId: string, standing: readonly LiveRecord[], rows: Rows): Matched => {
  const matched: Matched = { replaced: [], renamed: [], first: null };
  const of = (kind: LiveRecord['kind']) => standing.filter((one) => one.kind === kind);
  const calls = makeCallQueues(of('tool_call'));
  const results = groupBy(of('tool_result'), (one) => one.nativeCallId);
  const toKey = (kind: string, text: string): string => `${kind} ${text.trim()}`;
  const said = groupBy([...of('prompt'), ...of('response')], ({ kind, text }) => toKey(kind, text));
  const replace = (one: LiveRecord, recordId: string) => {
    matched.replaced.push({ sessionId, id: one.id, recordId });
    if (matched.first === null || compareOrder(one.order, matched.first) < 0) matched.first = one.order;
  };
  for (const row of rows.calls) {
    if (row.sessionId !== sessionId) continue;
    const call = calls.take(row.nativeCallId, row.callKey);
    if (!call) continue;
    replace(call, row.id);
    if (call.nativeCallId === row.nativeCallId) continue;
    // Its results take the id that the file has for the call.
    const given = results.get(call.nativeCallId) ?? [];
    results.delete(call.nativeCallId);
    results.set(row.nativeCallId, [...(results.get(row.nativeCallId) ?? []), ...given]);
    for (const { id } of given) matched.renamed.push({ sessionId, recordId: id, nativeCallId: row.nativeCallId });
  }
  for (const row of rows.results) {
    // More than one where the clock of the reports is behind: the first one stood before the file's call, which was reported again.
    const reported = row.sessionId === sessionId ? results.get(row.nativeCallId) : undefined;
    for (const one of reported?.splice(0) ?? []) replace(one, row.recordId);
  }
  for (const row of rows.records) {
    if (row.sessionId !== sessionId || (row.kind !== 'prompt' && row.kind !== 'response')) continue;
    const one = said.get(toKey(row.kind, cutAtBytes(row.text, displayWindowBytes)))?.shift();
    if (one) replace(one, row.id);
  }
  const gone = new Set(matched.replaced.map(({ id }) => id));
  return { ...matched, renamed: matched.renamed.filter(({ recordId }) => !gone.has(recordId)) };
};

/** Calls to be taken, oldest first, by the agent's id; those without one, or for a file that has none, by tool and arguments. */
const makeCallQueues = (calls: readonly LiveRecord[]) => {
  const taken = new Set<string>();
  const byId = groupBy(calls, (call) => call.nativeCallId);
  const byKey = groupBy(calls, (call) => call.callKey);
  const nameless = groupBy(
    calls.filter((call) => !hasOwnId(call)),
    (call) => call.callKey,
  );
  const next = (queue: LiveRecord[] | undefined): LiveRecord | undefined => {
    let call = queue?.shift();
    while (call && taken.has(call.id)) call = queue?.shift();
    return call;
  };
  return {
    take: (nativeCallId: string | null, callKey: string): LiveRecord | undefined => {
      const named = nativeCallId === null ? undefined : next(byId.get(nativeCallId));
      const found = named ?? next((nativeCallId === null ? byKey : nameless).get(callKey));
      if (found) taken.add(found.id);
      return found;
    },
  };
};

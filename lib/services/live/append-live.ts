import type { LiveCall, LiveCalls } from '../../domain/live-call.ts';
import { livePathOf } from '../../session/ids.ts';
import type { CallPlace } from '../../store/ingest-store.ts';
import type { Store } from '../../store/store.ts';
import { untilApplied } from '../../store/until-applied.ts';
import { takeLive } from '../ingest/find-moved.ts';
import { readHead, toOpenSession, toSessionRow } from '../ingest/open-session.ts';
import { rederiveSession } from '../ingest/rederive.ts';
import { appendToSession } from './append-to-session.ts';
import type { LiveSession } from './find-live-session.ts';
import { toLiveCallId } from './live-ids.ts';

/** Where each reported call stands, in order, how many were new, and the sessions that changed. */
export type LiveAppended = { places: { sessionId: string; callIndex: number }[]; added: number; changed: ReadonlySet<string> };

/**
 * Appends a live report: each call to the session of the subagent whose file has it, else to the given session, which fails with
 * `not_found` if it is not stored and nothing is reported of it. Known calls change nothing. Does not recompute the sessions' aggregates.
 */
export const appendLive = async (store: Store, of: LiveSession, reported: LiveCalls, nowMs: number): Promise<LiveAppended> => {
  const changed = new Set<string>();
  let added = 0;
  return untilApplied(async () => {
    const owners = await findOwners(store, of, reported.calls);
    const isOwn = ({ id }: LiveCall) => id === undefined || !owners.has(id);
    const own = { ...reported, calls: reported.calls.filter(isOwn) };
    if (owners.size > 0 && (await yieldCalls(store, of, owners))) changed.add(of.sessionId);
    const { prompt, answer, ended } = own;
    const isOwnEmpty = owners.size > 0 && own.calls.length === 0 && [prompt, answer, ended].every((one) => one === undefined);
    const appended = isOwnEmpty ? null : await appendToSession(store, of, own, nowMs);
    added += appended?.added ?? 0;
    if (appended?.isChanged) changed.add(of.sessionId);
    // A file that another process read meanwhile may have it elsewhere.
    if (appended && appended.added > 0 && (await findOwners(store, of, own.calls)).size > 0) return null;
    const ownIndexes = [...(appended?.callIndexes ?? [])];
    const places: LiveAppended['places'] = [];
    for (const call of reported.calls) {
      const owner = isOwn(call) ? undefined : owners.get(call.id ?? '');
      if (!owner) places.push({ sessionId: of.sessionId, callIndex: ownIndexes.shift() ?? 0 });
      else {
        const there = await appendToSession(store, owner.session, { session: {}, calls: [call] }, nowMs);
        if (there.isChanged) changed.add(owner.session.sessionId);
        places.push({ sessionId: owner.session.sessionId, callIndex: there.callIndexes[0] ?? 0 });
      }
    }
    return { places, added, changed };
  }, 'sessions');
};

type Owner = CallPlace & { session: LiveSession };

/** Reported calls that the session does not have from a file, but another one of its tree of subagents has, by the agent's id. */
const findOwners = async (store: Store, { sessionId }: LiveSession, calls: readonly LiveCall[]): Promise<Map<string, Owner>> => {
  const names = calls.flatMap(({ id }) => id ?? []);
  const places = names.length === 0 ? [] : await store.findCallsOfRelatives(sessionId, names);
  const read = places.filter((place) => place.recordId !== toLiveCallId(place.sessionId, place.nativeCallId));
  if (read.length === 0) return new Map();
  const rows = new Map((await store.findSessionRows([...new Set(read.map((place) => place.sessionId))])).map((row) => [row.id, row]));
  const own = await findFromFile(
    store,
    sessionId,
    read.map(({ nativeCallId }) => nativeCallId),
  );
  return new Map(
    read.flatMap((place) => {
      const row = rows.get(place.sessionId);
      if (!row || own.has(place.nativeCallId)) return [];
      const session = { sessionId: row.id, family: row.family, nativeId: row.nativeId };
      return [[place.nativeCallId, { ...place, session }] as const];
    }),
  );
};

/** Those of these calls that the session itself has from a file. */
const findFromFile = async (store: Store, sessionId: string, names: readonly string[]): Promise<Set<string>> => {
  const [row] = await store.findSessionRows([sessionId]);
  if (!row) return new Set();
  const open = readHead(row).openCalls.filter(
    ({ id, nativeCallId }) => nativeCallId !== null && id !== toLiveCallId(sessionId, nativeCallId),
  );
  const found = new Set(open.flatMap(({ nativeCallId }) => nativeCallId ?? []));
  for (const name of names) {
    const call = await store.findAnsweredCall(sessionId, name);
    if (call && call.id !== toLiveCallId(sessionId, name)) found.add(name);
  }
  return found;
};

const emptyBatch = {
  records: [],
  calls: [],
  results: [],
  outcomeOverrides: [],
  earlyPairs: [],
  responses: [],
  snapshots: [],
  raw: [],
  issues: [],
  issueLines: [],
  links: [],
};

/** Takes calls out of the session in which they were reported before a file had them elsewhere; false where there are none. */
const yieldCalls = async (store: Store, of: LiveSession, owners: ReadonlyMap<string, Owner>): Promise<boolean> => {
  const { isChanged } = await untilApplied(async () => {
    const [stored] = await store.findSessionRows([of.sessionId]);
    const source = await store.findSource(livePathOf(of.sessionId));
    if (!stored || !source) return { isChanged: false };
    const session = toOpenSession(of.nativeId, stored, stored);
    const replaced = await takeLive(store, session, [...owners.values()]);
    if (replaced.length === 0) return { isChanged: false };
    const expected = [{ sessionId: session.id, revision: session.revision }];
    const batch = { ...emptyBatch, source, sessions: [toSessionRow(session)], expected, replaced };
    if ((await store.append(batch)).conflicting.length > 0) return null;
    await rederiveSession(store, session.id);
    return { isChanged: true };
  }, 'session');
  return isChanged;
};

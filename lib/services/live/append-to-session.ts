import { AppError } from '../../domain/errors.ts';
import type { LiveCalls } from '../../domain/live-call.ts';
import { displayWindowBytes } from '../../domain/display-window.ts';
import type { SessionRecord } from '../../domain/record.ts';
import { toModelName } from '../../pricing/model-name.ts';
import { toPromptTitle } from '../../session/title-line.ts';
import { livePathOf, liveFormat, sourceIdOf } from '../../session/ids.ts';
import { compress } from '../../store/compress.ts';
import type { KnownCall } from '../../store/ingest-store.ts';
import type { AppendBatch, RawChunk, SourceRow } from '../../store/rows.ts';
import type { Store } from '../../store/store.ts';
import { untilApplied } from '../../store/until-applied.ts';
import { numberRows } from '../ingest/number-rows.ts';
import { addStatement, isOutOfOrder, toOpenSession, toSessionRow, type OpenSession } from '../ingest/open-session.ts';
import { rederiveSession } from '../ingest/rederive.ts';
import type { Rows } from '../ingest/to-rows.ts';
import type { LiveSession } from './find-live-session.ts';
import { toLiveCallId } from './live-ids.ts';
import { hasEnding, isKnownEnding, isSameText, toLiveRows, type Known, type LiveRows, type LiveLine } from './to-live-rows.ts';

/** Stored calls: the numbers of the reported ones, in order, and how many were new. */
export type AppendedToSession = { callIndexes: number[]; added: number; isChanged: boolean };

/**
 * Appends a live report to one session in one transaction, and retries if another writer was faster. Known calls change nothing. Fails
 * with `not_found` if the report is empty and the session is not stored, and with `store_busy` if others are always faster.
 */
export const appendToSession = (store: Store, of: LiveSession, reported: LiveCalls, nowMs: number): Promise<AppendedToSession> =>
  untilApplied(async () => {
    const [stored] = await store.findSessionRows([of.sessionId]);
    const session = toOpenSession(of.nativeId, { family: of.family, format: liveFormat, synthetic: false }, stored);
    if (isOutOfOrder(session)) {
      await rederiveSession(store, session.id);
      return null;
    }
    session.isLive = true;
    const source = (await store.findSource(livePathOf(session.id))) ?? makeLiveSource(session.id);
    const known = await findKnown(store, session, reported);
    const place = { sessionId: session.id, sourceId: source.id, nowMs, line: source.lines, offset: source.offset };
    const isRepeated = await isKnownPrompt(store, session, reported, known);
    const live = toLiveRows(isRepeated ? { ...reported, prompt: undefined } : reported, known, { ...place, last: session.head.last });
    if (live.rows.length === 0 && session.revision === 0) {
      throw new AppError('not_found', `There is no session ${of.family}:${of.nativeId}. Send a prompt, a call or an answer to create it.`);
    }
    if (live.rows.length > 0) {
      const batch = await toBatch(session, source, live, reported, nowMs);
      if ((await store.append(batch)).conflicting.length > 0) return null;
      if (isOutOfOrder(session)) await rederiveSession(store, session.id);
    }
    const numbered = await store.findKnownCalls(session.id, live.callIds);
    const callIndexes = live.callIds.map((id) => numbered.get(id)?.callIndex ?? 0);
    return { callIndexes, added: live.added, isChanged: live.rows.length > 0 };
  }, 'session');

/** An answer and the end of a turn that are reported again stand among the last ones. */
const tailRecords = 16;

const makeLiveSource = (sessionId: string): SourceRow => ({
  id: sourceIdOf(livePathOf(sessionId)),
  path: livePathOf(sessionId),
  format: liveFormat,
  bytes: 0,
  sha256: null,
  offset: 0,
  offsetSha256: null,
  lines: 0,
  mtimeMs: null,
  inode: null,
  formatVersion: null,
  writtenAtMs: null,
  state: null,
  skippedLines: 0,
  unknownRecords: 0,
  isBundle: false,
  sessionIds: [sessionId],
});

const findKnown = async (
  store: Store,
  { id, head, revision }: OpenSession,
  { prompt, calls, answer, ended }: LiveCalls,
): Promise<Known> => {
  const known = {
    byRecord: new Map<string, KnownCall>(),
    open: new Array<KnownCall>(),
    answered: new Map<string, KnownCall>(),
    early: new Set<string>(),
    tail: new Array<SessionRecord>(),
  };
  for (const { nativeCallId } of head.earlyResults ?? []) known.early.add(nativeCallId);
  if (revision === 0) return known;
  if ([prompt, answer, ended].some((one) => one !== undefined))
    known.tail = await store.listRecords(id, Math.max(0, head.nextSeq - tailRecords), tailRecords, displayWindowBytes);
  const names = calls.flatMap((call) => call.id ?? []);
  const named = new Set(names);
  const isNameless = names.length < calls.length;
  const openIds = head.openCalls
    .filter(({ nativeCallId }) => isNameless || (nativeCallId !== null && named.has(nativeCallId)))
    .map((one) => one.id);
  known.byRecord = await store.findKnownCalls(id, [...names.map((name) => toLiveCallId(id, name)), ...openIds]);
  known.open = openIds.flatMap((one) => known.byRecord.get(one) ?? []);
  // Every record was reported live, so no other source can know the call.
  if (head.live === head.nextSeq) return known;
  const isOpen = new Set(known.open.map((one) => one.nativeCallId));
  for (const name of named) {
    if (isOpen.has(name) || known.byRecord.has(toLiveCallId(id, name))) continue;
    const found = await store.findAnsweredCall(id, name);
    if (found) known.answered.set(name, found);
  }
  return known;
};

/**
 * Whether a prompt is reported again: a call of the report is stored as one of its turn, or it is the last, and neither a call nor another
 * answer than that of the report followed yet.
 */
const isKnownPrompt = async (
  store: Store,
  session: OpenSession,
  { prompt, calls, ...ending }: LiveCalls,
  known: Known,
): Promise<boolean> => {
  if (prompt === undefined || session.revision === 0) return false;
  const findKnownCall = (id: string) =>
    known.byRecord.get(toLiveCallId(session.id, id)) ?? known.answered.get(id) ?? known.open.find((one) => one.nativeCallId === id);
  const call = calls.map(({ id }) => (id === undefined ? undefined : findKnownCall(id))).find((one) => one !== undefined);
  const before = await store.findPrompt(session.id, call?.callIndex ?? null);
  if (before === null || !isSameText(before, prompt)) return false;
  return call !== undefined || (!before.hasCalls && (!hasEnding(known.tail) || isKnownEnding(ending, known.tail)));
};

const toBatch = async (
  session: OpenSession,
  source: SourceRow,
  live: LiveRows,
  reported: LiveCalls,
  nowMs: number,
): Promise<AppendBatch> => {
  const rows: Rows = {
    records: live.rows.map(({ record }) => record),
    calls: live.rows.flatMap(({ call }) => call ?? []),
    results: live.rows.flatMap(({ result }) => result ?? []),
    outcomeOverrides: [],
    earlyPairs: [],
    responses: [],
    snapshots: [],
  };
  const expected = [{ sessionId: session.id, revision: session.revision }];
  const at = [nowMs, source.lines] as const;
  const { cwd, title, parentNativeId } = reported.session;
  const model = reported.session.model && toModelName(reported.session.model);
  const relation = parentNativeId === undefined ? undefined : ('subagent' as const);
  addStatement(session, { at, cwd, title, titleRank: 3, model, parentNativeId, relation });
  if (reported.prompt !== undefined) {
    addStatement(session, { at, title: toPromptTitle(reported.prompt), titleRank: 1 });
  }
  numberRows(rows, { getById: () => session });
  const last = live.lines.at(-1);
  const end = last ? last.offset + last.bytes + 1 : source.offset;
  return {
    source: { ...source, bytes: end, offset: end, lines: source.lines + live.lines.length, mtimeMs: nowMs },
    sessions: [toSessionRow(session)],
    expected,
    ...rows,
    raw: await packLive(session.id, source.id, live.lines),
    issues: [],
    issueLines: [],
    links: [],
  };
};

const packLive = async (sessionId: string, sourceId: string, lines: readonly LiveLine[]): Promise<RawChunk[]> => {
  const [first] = lines;
  if (!first) return [];
  const data = Buffer.from(lines.map(({ text }) => `${text}\n`).join(''));
  const offsets = lines.map(({ offset }) => offset);
  const starts = offsets.map((offset) => offset - first.offset);
  return [
    { sessionId, sourceId, firstOffset: first.offset, offsets, starts, hashes: null, data: await compress(data), rawBytes: data.length },
  ];
};

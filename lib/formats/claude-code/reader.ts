import type { Drafts, Line, LineReader, SourceHints } from '../format.ts';
import { toName, toObject, toText, type JsonObject } from '../narrow.ts';
import { toNotAnObject } from '../not-an-object.ts';
import { readAssistant } from './assistant-entry.ts';
import type { LineContext } from './drafting.ts';
import { toEntry, type Entry } from './entry.ts';
import { fingerprintOf, toShortKey } from '../fingerprint.ts';
import { readAttachment, readMeta, readResultLine, readSystem } from './other-entry.ts';
import { addRunTotals, noteSpeaker, noteTaskStarted } from './printed-run.ts';
import { toFileName, toNamedSession, toUnnamedId, type FileName } from './file-name.ts';
import { noteAsked, noteEnds, readInterruption } from './open-calls.ts';
import { fromState, leadingLimit, toState, type ReaderState } from './reader-state.ts';
import { notePath } from './rewinds.ts';
import { addSessionFacts, addTitle, addWorktree, toTitle, type Origin } from './session-facts.ts';
import { addLink, childIdOf, noteCalls, noteProgress, noteResults, noteRoot, sidechainOf } from './sidechains.ts';
import { readUser } from './user-entry.ts';

/** Where a line belongs. `base` is the session that the line names, `session` the one that owns it: a subagent or the same. */
type Place = { base: string; session: string; isInline: boolean; isRoot: boolean };

/** Reads the lines of one Claude Code file. Records of leading lines that name no session are given once one does. */
export const openClaudeCode = (hints: SourceHints, stored: unknown): LineReader => {
  const state = fromState(stored);
  const name = toFileName(hints.path);
  return {
    read: (line, value, out) => {
      const object = toObject(value);
      if (object) readEntry(state, name, line, toEntry(object), out);
      else out.issues.push(toNotAnObject(line));
    },
    state: () => toState(state),
  };
};

const readEntry = (state: ReaderState, name: FileName, line: Line, entry: Entry, out: Drafts): void => {
  const place = placeEntry(state, name, entry, line);
  if (!place) {
    bufferEntry(state, name, line, entry, out);
    return;
  }
  giveLeading(state, place.isInline ? place.base : place.session, out);
  const callOfTask = (task: string) => state.background.get(task) ?? null;
  const context: LineContext = {
    entry,
    line,
    session: place.session,
    isChild: place.session !== place.base,
    out,
    nextBlock: 0,
    callOfTask,
    isKnownNotice: (notice) => {
      const key = toShortKey(`${place.session} ${notice}`);
      const isKnown = state.noticed.get(key) !== undefined;
      state.noticed.set(key, 1);
      return isKnown;
    },
  };
  addContinued(state, entry, place, line, out);
  addSessionFacts(state, entry, line, place.session, () => findOrigin(state, entry, place), out);
  addForkOrigin(state, entry, place, line, out);
  noteOpening(state, entry, place, line, out);
  const from = out.records.length;
  readRecords(state, place, context);
  const depth = notePath(state, context, from);
  noteAside(state, entry, place.session, line, out);
  if (entry.uuid !== null && state.known.get(place.session)) state.recent.set(toShortKey(entry.uuid), { session: place.session, depth });
  state.current = place.isInline ? place.base : place.session;
  if (place.isInline) state.inline = place.session;
};

const placeEntry = (state: ReaderState, name: FileName, entry: Entry, line: Line): Place | null => {
  const base = entry.sessionId;
  if (base === null) return placeNameless(state, name, entry, line);
  const agentId = entry.agentId ?? agentOfCall(state, entry.parentCallId) ?? (entry.isSidechain ? name.agentId : null);
  if (agentId !== null) return { base, session: childIdOf(base, agentId), isInline: entry.parentCallId !== null, isRoot: false };
  if (!entry.isSidechain) return { base, session: base, isInline: false, isRoot: false };
  return { base, isInline: true, ...sidechainOf(state, entry, line, base) };
};

/** The agent that a call started; where its start was not met, the call stands for it. */
const agentOfCall = (state: ReaderState, callId: string | null): string | null =>
  callId === null ? null : (state.agents.get(callId) ?? callId);

/** A line without a session goes with the line before it, else with the session in the file's name. */
const placeNameless = (state: ReaderState, name: FileName, entry: Entry, line: Line): Place | null => {
  const known = state.current ?? toNamedSession(name) ?? (isSpoken(entry) ? toUnnamedId(name, entry, line) : null);
  if (known === null) return null;
  const agentId = entry.agentId ?? (entry.isSidechain ? name.agentId : null);
  if (!isSpoken(entry) || (agentId === null && !entry.isSidechain) || known.includes(':'))
    return { base: known, session: known, isInline: false, isRoot: false };
  return placeEntry(state, name, { ...entry, sessionId: known }, line);
};

/** Whether a line is part of the conversation; other lines without a session wait for one, or go with the line before them. */
const isSpoken = ({ type, message }: Entry): boolean => (type === 'user' || type === 'assistant') && message !== null;

const readRecords = (state: ReaderState, { base, session, isRoot }: Place, context: LineContext) => {
  const { entry, line, out } = context;
  if (entry.type === 'user') {
    const results = readUser(context);
    noteResults(state, session, base, results, out);
    noteEnds(state, context, results);
    readInterruption(state, context);
    if (isRoot) noteRoot(state, session, entry, line, out);
  } else if (entry.type === 'assistant') {
    const calls = readAssistant(context);
    noteCalls(state, session, entry, line, calls, out);
    for (const call of calls) noteAsked(state, context, call);
    noteSpeaker(state, entry, session, session !== base);
  } else if (entry.type === 'system') {
    readSystem(context);
    if (entry.subtype === 'task_started') noteTaskStarted(state, entry, base, line, out);
  } else if (entry.type === 'attachment') readAttachment(context);
  else if (entry.type === 'result' && entry.value.session_id !== undefined) {
    readResultLine(context, addRunTotals(state, entry, session, line, out));
  } else {
    readMeta(context);
    const data = toObject(entry.value.data);
    if (entry.type === 'progress' && data) noteProgress(state, session, base, entry.value, data, out);
  }
  if (entry.parentCallId !== null && session !== base) addLink(state, base, entry.parentCallId, session, out);
};

/** How a new session relates to another one; null if this line does not say. */
const findOrigin = (state: ReaderState, entry: Entry, { base, session }: Place): Origin | null => {
  if (session !== base) return { parentNativeId: base, relation: 'subagent' };
  const before = toEntryBefore(entry);
  const key = before === null ? null : toShortKey(before);
  const parent = key === null ? undefined : state.recent.get(key)?.session;
  if (parent === undefined || parent === session) return null;
  return { parentNativeId: parent, relation: state.known.get(parent)?.tip === key ? 'continuation' : 'fork' };
};

/** The entry that a line follows, also where the client left what is before it out of the conversation. */
const toEntryBefore = ({ parentUuid, value }: Entry): string | null => parentUuid ?? toName(value.logicalParentUuid, 256);

/** A session whose first entry follows one that its file does not hold goes on from another one. */
const addContinued = (state: ReaderState, entry: Entry, { base, session }: Place, line: Line, out: Drafts): void => {
  if (entry.uuid === null || entry.isPrinted || session !== base || (state.known.get(session)?.tip ?? '') !== '') return;
  const continues = toEntryBefore(entry);
  if (continues === null || state.recent.get(toShortKey(continues)) !== undefined) return;
  out.sessions.push({ nativeId: session, line: line.number, atMs: entry.atMs, continues });
};

/** Entries that a fork copied name the session that they were copied from. */
const addForkOrigin = (state: ReaderState, entry: Entry, { base, session }: Place, line: Line, out: Drafts): void => {
  const parentNativeId = toName(toObject(entry.value.forkedFrom)?.sessionId, 256);
  if (parentNativeId === null || session !== base || parentNativeId === session) return;
  const key = fingerprintOf(`fork\0${session}\0${parentNativeId}`);
  if (state.linked.get(key) !== undefined) return;
  state.linked.set(key, 1);
  out.sessions.push({ nativeId: session, line: line.number, atMs: entry.atMs, parentNativeId, relation: 'fork' });
};

/** A file's first entry is written at most this many milliseconds after the lines before it. */
const openingMs = 1_000;

/**
 * A file that opens with lines newer than its first entry was opened with the entries of another session, which it may not
 * name: a fork, whose origin is found by those entries.
 */
const noteOpening = (state: ReaderState, { uuid, parentUuid, atMs }: Entry, { base, session }: Place, line: Line, out: Drafts): void => {
  if (state.opened === 'begun') return;
  if (uuid === null) {
    if (atMs !== null) state.opened = Math.max(state.opened ?? 0, atMs);
    return;
  }
  const isOlder = state.opened !== null && atMs !== null && state.opened - atMs > openingMs;
  if (isOlder && parentUuid === null && session === base)
    out.sessions.push({ nativeId: session, line: line.number, atMs, relation: 'fork' });
  state.opened = 'begun';
};

/** Notes titles and worktree of the session from lines beside the conversation. */
const noteAside = (state: ReaderState, entry: Entry, session: string, line: Line, out: Drafts) => {
  const { value, type, uuid, atMs } = entry;
  const waiting = uuid === null || state.titles.size === 0 ? undefined : state.titles.take(toShortKey(uuid));
  if (waiting) addTitle(out, session, waiting.line, atMs, waiting.title, 2);
  if (type === 'custom-title') addTitle(out, session, line.number, atMs, toText(value.customTitle) ?? '', 4);
  else if (type === 'ai-title') addTitle(out, session, line.number, atMs, toText(value.aiTitle) ?? '', 3);
  else if (type === 'worktree-state') addWorktree(out, session, line.number, atMs, value);
  else if (type === 'summary') noteSummary(state, value, line, atMs, out);
};

/** A summary belongs to the session of the entry that it names, which may be in another file; then it titles nothing here. */
const noteSummary = (state: ReaderState, value: JsonObject, line: Line, atMs: number | null, out: Drafts) => {
  const [title, leaf] = [toText(value.summary), toText(value.leafUuid)];
  if (title === null || leaf === null) return;
  const key = toShortKey(leaf);
  const session = state.recent.get(key)?.session;
  if (session === undefined) state.titles.set(key, { title: toTitle(title, 80), line: line.number });
  else addTitle(out, session, line.number, atMs, title, 2);
};

/** Keeps the records of a line before any session is known, as many as the state may hold; then they are a session of their own. */
const bufferEntry = (state: ReaderState, name: FileName, line: Line, entry: Entry, out: Drafts): void => {
  if (state.leading.length >= leadingLimit) {
    state.current = toUnnamedId(name, entry, line);
    readEntry(state, name, line, entry, out);
    return;
  }
  const held: Drafts = { ...out, records: [] };
  readMeta({ entry, line, session: '', isChild: false, out: held, nextBlock: 0, callOfTask: () => null, isKnownNotice: () => false });
  for (const record of held.records) state.leading.push({ ...record, nativeKey: null, text: toTitle(record.text) });
  if (entry.type === 'summary') noteSummary(state, entry.value, line, entry.atMs, out);
};

const giveLeading = (state: ReaderState, session: string, out: Drafts) => {
  for (const record of state.leading) out.records.push({ ...record, session });
  state.leading = [];
};

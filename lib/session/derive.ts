import type { RecordKind } from '../domain/record.ts';
import { compareOrder, type OrderKey } from './order.ts';

/** A gap between two records of a turn that is longer than this is idle time. */
export const idleGapMs = 5 * 60_000;

/**
 * State needed to number the next record of a session: plain JSON. Reducing records one by one, in any split, gives the same state as all
 * at once.
 */
export type DeriveState = {
  nextSeq: number;
  /** −1: what stands before the first prompt. */
  turnIdx: number | null;
  /** The turn has no prompt, and none is known to follow: it is turn 0. */
  isWithoutPrompt?: true;
  /** A prompt follows, so what stands before the first one is turn −1. */
  hasPrompt?: true;
  nextCallIndex: number;
  last: OrderKey | null;
  startedAtMs: number | null;
  endedAtMs: number | null;
  /** Latest time of a prompt or of work so far, in order; gaps are measured from it. */
  clockMs: number | null;
  activeMs: number;
  /** Time between the end of a turn's work and the next prompt. */
  waitingMs?: number;
  /** Time that records other than work, after the latest work, would add; it counts once work follows in the same turn. */
  pending?: { clockMs: number; activeMs: number };
  /** Latest time of the records that are no work: what holds as the end while there is neither prompt nor work. */
  asideMs?: number;
  /** Calls that wait for a result, oldest first. */
  openCalls: { id: string; nativeCallId: string | null }[];
  /** Results of the last records whose call has not come, oldest first: some clients write a result before its call. Absent: none. */
  earlyResults?: { id: string; nativeCallId: string; seq: number }[];
  /** A record of one of the kinds in `beginnings` was met: from there on `startedAtMs` is the time of such records alone. */
  hasBegun?: true;
  /** Records among them that only a running agent reported, not a file; absent: 0. */
  live?: number;
  /** States before the first such record and at some places after it, ascending: numbering can restart from each. */
  marks?: DeriveMark[];
  /** Numbers of records at and after this place are provisional, until the session is derived again; null: all are. */
  disturbed?: { from: OrderKey | null };
};

/** The state at a place before which nothing changes. */
export type DeriveMark = Omit<DeriveState, 'marks' | 'disturbed'>;

export const initialDeriveState = (): DeriveState => ({
  nextSeq: 0,
  turnIdx: null,
  nextCallIndex: 1,
  last: null,
  startedAtMs: null,
  endedAtMs: null,
  clockMs: null,
  activeMs: 0,
  openCalls: [],
});

export type DeriveInput = {
  id: string;
  order: OrderKey;
  kind: RecordKind;
  atMs: number | null;
  /** Native call id of a tool_call or tool_result record. */
  nativeCallId: string | null;
  /** Whether a tool_call contains its own result, so that no later result completes it. */
  endsItself: boolean;
};

export type Derived = {
  seq: number;
  turnIdx: number | null;
  /** For a tool_call. */
  callIndex: number | null;
  /**
   * For a tool_result: the call that it completes, which is the nearest unanswered call before it with the same native id. For a call that
   * ends itself: the call's own id.
   */
  answers: string | null;
  /** For a tool_call: the result that was written shortly before it. */
  answeredBy: string | null;
};

/** True when a record at `order` can be appended without renumbering. */
export const isAppend = (state: DeriveState, order: OrderKey): boolean => state.last === null || compareOrder(order, state.last) > 0;

/** Marks what a record at `order` (null: one of any place) makes provisional; changes `state` in place. */
export const markOutOfOrder = (state: DeriveState, order: OrderKey | null): void => {
  const from = state.disturbed?.from;
  if (from === null) return;
  if (order === null || from === undefined || compareOrder(order, from) < 0) state.disturbed = { from: order };
};

/** Records after which another mark is set, and marks that are kept beside the first one. */
const markedEvery = 64;
const newestMarks = 2;

/** Counts the next record as one that only a running agent reported; changes `state` in place. */
export const noteLive = (state: DeriveState): void => {
  const live = state.live ?? 0;
  const [first, ...later] = live === 0 ? [] : (state.marks ?? []);
  const before = later.at(-1) ?? first;
  if (!first || !before) state.marks = [toMark(state)];
  else if (state.nextSeq - before.nextSeq >= markedEvery) state.marks = [first, ...[...later, toMark(state)].slice(-newestMarks)];
  state.live = live + 1;
};

const toMark = ({ marks: _, disturbed: __, ...state }: DeriveState): DeriveMark => structuredClone(state);

/** The state from which a disturbed session is numbered again: the last mark that lies before all that is provisional, else the start. */
export const findStateInOrder = ({ marks = [], disturbed, hasPrompt }: DeriveState): DeriveState => {
  const from = disturbed?.from ?? null;
  const at = from === null ? -1 : marks.findLastIndex(({ last }) => last === null || compareOrder(last, from) < 0);
  const mark = marks[at];
  if (!mark) return { ...initialDeriveState(), ...(hasPrompt && { hasPrompt }) };
  return { ...structuredClone(mark), ...(mark.live ? { marks: marks.slice(0, at + 1) } : {}) };
};

/** A call completes a result with its native id that stands at most this many records before it. */
const maxEarly = 16;

/** Kinds of records that begin a session; other records may have been written before it or be copies of older ones. */
const beginnings: ReadonlySet<RecordKind> = new Set(['prompt', 'response', 'reasoning', 'tool_call', 'tool_result']);

/** Numbers one record; changes `state` in place. Records must come in order. */
export const deriveNext = (state: DeriveState, input: DeriveInput): Derived => {
  const seq = state.nextSeq++;
  state.last = input.order;
  if (input.atMs !== null) advanceClock(state, input.kind, input.atMs);
  if (input.kind === 'prompt') startTurn(state);
  else if (state.turnIdx === null && startsWithoutPrompt.has(input.kind)) startWithoutPrompt(state);
  const derived: Derived = { seq, turnIdx: state.turnIdx, callIndex: null, answers: null, answeredBy: null };
  if (input.kind === 'tool_call') {
    derived.callIndex = state.nextCallIndex++;
    if (input.endsItself) derived.answers = input.id;
    else derived.answeredBy = takeEarlyResult(state, seq, input.nativeCallId);
    if (derived.answers === null && derived.answeredBy === null) state.openCalls.push({ id: input.id, nativeCallId: input.nativeCallId });
  } else if (input.kind === 'tool_result') {
    const at = state.openCalls.findLastIndex((call) => call.nativeCallId === input.nativeCallId);
    const [call] = at < 0 ? [] : state.openCalls.splice(at, 1);
    derived.answers = call?.id ?? null;
    if (!call && input.nativeCallId !== null) {
      state.earlyResults = [...keepEarly(state, seq), { id: input.id, nativeCallId: input.nativeCallId, seq }];
    }
  }
  return derived;
};

/** Work of an agent without a prompt: files of some agents begin with such work. */
const startsWithoutPrompt: ReadonlySet<RecordKind> = new Set(['response', 'reasoning', 'tool_call']);

const startWithoutPrompt = (state: DeriveState): void => {
  if (!state.hasPrompt) state.isWithoutPrompt = true;
  state.turnIdx = state.hasPrompt ? -1 : 0;
};

/** No prompt ever changes its number: the first is turn 0, and a turn before it becomes turn −1 once the session is derived again. */
const startTurn = (state: DeriveState): void => {
  if (state.isWithoutPrompt) {
    delete state.isWithoutPrompt;
    state.hasPrompt = true;
    state.turnIdx = 0;
    markOutOfOrder(state, null);
  } else state.turnIdx = (state.turnIdx ?? -1) + 1;
};

/** Whether numbers are those of all records, from a state before the first one: false where a prompt was met, or missed, that it did not expect. */
export const isDerivedInFull = ({ turnIdx, hasPrompt, disturbed }: DeriveState): boolean =>
  disturbed === undefined && (!hasPrompt || (turnIdx ?? -1) >= 0);

const keepEarly = ({ earlyResults = [] }: DeriveState, seq: number) => earlyResults.filter((result) => seq - result.seq <= maxEarly);

const takeEarlyResult = (state: DeriveState, seq: number, nativeCallId: string | null): string | null => {
  if (!state.earlyResults) return null;
  const early = keepEarly(state, seq);
  const at = early.findIndex((result) => result.nativeCallId === nativeCallId);
  const [result] = at < 0 ? [] : early.splice(at, 1);
  if (early.length > 0) state.earlyResults = early;
  else delete state.earlyResults;
  return result?.id ?? null;
};

/**
 * A turn ends at its last answer, call or result. The time between that and the next prompt is waiting, whatever records stand there; other
 * gaps are work up to `idleGapMs`, and idle beyond.
 */
const advanceClock = (state: DeriveState, kind: RecordKind, atMs: number): void => {
  const isBeginning = beginnings.has(kind);
  // States that an earlier version stored lack `hasBegun`.
  const hasBegun = state.hasBegun ?? (state.turnIdx !== null || state.nextCallIndex > 1);
  if (state.startedAtMs === null || (isBeginning && !hasBegun)) state.startedAtMs = atMs;
  else if (isBeginning === hasBegun) state.startedAtMs = Math.min(state.startedAtMs, atMs);
  const { pending } = state;
  if (!isBeginning) {
    state.asideMs = Math.max(state.asideMs ?? atMs, atMs);
    const clockMs = pending?.clockMs ?? state.clockMs;
    if (clockMs === null) return;
    state.pending = { clockMs: Math.max(clockMs, atMs), activeMs: (pending?.activeMs ?? 0) + toActiveMs(clockMs, atMs) };
    return;
  }
  state.hasBegun = true;
  if (state.clockMs !== null) {
    if (kind === 'prompt') state.waitingMs = (state.waitingMs ?? 0) + Math.max(0, atMs - state.clockMs);
    else state.activeMs += toWorkMs(state.clockMs, pending, atMs);
  }
  delete state.pending;
  state.endedAtMs = state.endedAtMs === null ? atMs : Math.max(state.endedAtMs, atMs);
  state.clockMs = state.clockMs === null ? atMs : Math.max(state.clockMs, atMs);
};

/**
 * Time that work at `atMs` adds. Records before the work may have later times: their time counts once, with the work that comes after them.
 */
const toWorkMs = (clockMs: number, pending: DeriveState['pending'], atMs: number): number => {
  if (!pending) return toActiveMs(clockMs, atMs);
  if (pending.clockMs > atMs) return Math.min(pending.activeMs, Math.max(0, atMs - clockMs));
  return pending.activeMs + toActiveMs(pending.clockMs, atMs);
};

const toActiveMs = (fromMs: number, toMs: number): number => (toMs > fromMs && toMs - fromMs <= idleGapMs ? toMs - fromMs : 0);

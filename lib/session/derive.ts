import type { RecordKind } from '../domain/record.ts';
import { compareOrder, type OrderKey } from './order.ts';

/** A gap between two records that is longer than this is idle time. */
export const idleGapMs = 5 * 60_000;

/**
 * What must be known to number the next record of a session: plain JSON. Folding records one by one, in any split, gives
 * what folding them at once gives.
 */
export type DeriveState = {
  nextSeq: number;
  turnIdx: number | null;
  nextCallIndex: number;
  last: OrderKey | null;
  startedAtMs: number | null;
  endedAtMs: number | null;
  /** Latest time seen so far in order; gaps are measured from it. */
  clockMs: number | null;
  activeMs: number;
  /** Calls that wait for a result, oldest first. */
  openCalls: { id: string; nativeCallId: string | null }[];
  /** Records among them that only a running agent told, no file; absent: none. */
  live?: number;
  /** Where the fold stood before the first such record and at some places after it, ascending: from there numbering can begin again. */
  marks?: DeriveMark[];
  /** Numbers of records at and after this place are provisional, until the session is derived again; null: all are. */
  disturbed?: { from: OrderKey | null };
};

/** The fold at a place before which all stands. */
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
  /** Of a tool_call that tells its result itself: no later result completes it. */
  endsItself: boolean;
};

export type Derived = {
  seq: number;
  turnIdx: number | null;
  /** Of a tool_call. */
  callIndex: number | null;
  /**
   * Of a tool_result: the call that it completes, which is the nearest unanswered one before it with the same native id. Of a
   * call that ends itself: the call's own id.
   */
  answers: string | null;
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

/** Says that the next record is one that only a running agent told; changes `state` in place. */
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
export const findStateInOrder = ({ marks = [], disturbed }: DeriveState): DeriveState => {
  const from = disturbed?.from ?? null;
  const at = from === null ? -1 : marks.findLastIndex(({ last }) => last === null || compareOrder(last, from) < 0);
  const mark = marks[at];
  if (!mark) return initialDeriveState();
  return { ...structuredClone(mark), ...(mark.live ? { marks: marks.slice(0, at + 1) } : {}) };
};

/** Numbers one record; changes `state` in place. Records must come in order. */
export const deriveNext = (state: DeriveState, input: DeriveInput): Derived => {
  const seq = state.nextSeq++;
  state.last = input.order;
  if (input.atMs !== null) advanceClock(state, input.atMs);
  if (input.kind === 'prompt') state.turnIdx = (state.turnIdx ?? -1) + 1;
  const derived: Derived = { seq, turnIdx: state.turnIdx, callIndex: null, answers: null };
  if (input.kind === 'tool_call') {
    derived.callIndex = state.nextCallIndex++;
    if (input.endsItself) derived.answers = input.id;
    else state.openCalls.push({ id: input.id, nativeCallId: input.nativeCallId });
  } else if (input.kind === 'tool_result') {
    const at = state.openCalls.findLastIndex((call) => call.nativeCallId === input.nativeCallId);
    const [call] = at < 0 ? [] : state.openCalls.splice(at, 1);
    derived.answers = call?.id ?? null;
  }
  return derived;
};

const advanceClock = (state: DeriveState, atMs: number): void => {
  state.startedAtMs = state.startedAtMs === null ? atMs : Math.min(state.startedAtMs, atMs);
  state.endedAtMs = state.endedAtMs === null ? atMs : Math.max(state.endedAtMs, atMs);
  if (state.clockMs !== null && atMs > state.clockMs && atMs - state.clockMs <= idleGapMs) state.activeMs += atMs - state.clockMs;
  state.clockMs = state.clockMs === null ? atMs : Math.max(state.clockMs, atMs);
};

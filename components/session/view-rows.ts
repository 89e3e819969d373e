import type { FindingMark } from '@/components/findings/finding-marks.ts';
import type { AssessmentSeverity } from '@/lib/domain/assessment.ts';
import { findParentOf } from './agent-path.ts';
import type { RowIndex } from '@/lib/domain/row.ts';
import { holdingKinds, type RowKind } from '@/lib/domain/row-kind.ts';

/** Findings at a row: the bar at its left that ties the rows of a finding together, and the findings that end with the row. */
export type RowFindings = {
  bar: AssessmentSeverity;
  /** The first call at which one of them was reported. */
  reportedAt: number;
  /** Findings whose last row it is, in order. */
  ended: readonly FindingMark[];
};

/** One drawn row. */
export type ViewRow = {
  key: string;
  /** A: the end of the subagent at `agent`, which the call `call` of its parent started. K: turns that were taken back. */
  kind: RowKind | 'A' | 'K';
  /** The subagent it belongs to, as the ids of the sessions that lead to it, joined by dots; null: the session of the page. */
  agent: string | null;
  seq: number;
  /** How many records from `seq` on it is drawn from; one of quiet records makes do with those that are there. */
  count: number;
  /** First callIndex, 0: none. */
  call: number;
  /** Last callIndex; the same as `call` for one call. */
  lastCall: number;
  turn: number;
  /** Positions of the calls or records in a run, each a row once expanded; null: not a run. */
  members: readonly number[] | null;
  /** Opened in place: its members follow, or the rows of the subagent that it started. */
  opened: boolean;
  /** True for a call that opens to the rows of the subagent it started; one that goes on with a subagent opens to its own result. */
  opensAgent: boolean;
  /** True for a child of an opened row. */
  nested: boolean;
  /** Findings that cite it; null: none. */
  findings: RowFindings | null;
  /** How many turns a row K stands for. */
  turns?: number;
};

/** The subagent that holds the record of a row: the end of one is of the call that started it. */
export const holderOf = ({ kind, agent }: ViewRow): string | null => (kind === 'A' && agent !== null ? findParentOf(agent) : agent);

/** Keys of rows are stable while records are appended: calls by number, others by position. */
const keyOfRow = (kind: ViewRow['kind'], { seq, call, holds }: { seq: number; call: number; holds: boolean }): string =>
  call > 0 ? `${kind === 'C' ? 'c' : 'f'}${call}` : `${holds ? 'm' : 's'}${seq}`;

/** Goes through an index row by row; `visit` may end it by answering true. */
const walk = (
  { firstTurn, firstCall, kinds, steps, sizes }: RowIndex,
  visit: (row: { at: number; kind: RowKind; seq: number; call: number; size: number; gapAt: number; turn: number }) => boolean,
): void => {
  let [seq, call, turn, sizeAt, gapAt] = [0, firstCall, firstTurn, 0, 0];
  for (let at = 0; at < kinds.length; at += 1) {
    const kind = kinds[at] as RowKind;
    const size = holdingKinds.has(kind) ? (sizes[sizeAt++] ?? 1) : 1;
    seq += steps[at] ?? 0;
    if (kind === 'P' && at > 0) turn += 1;
    if (visit({ at, kind, seq, call, size, gapAt, turn })) return;
    if (kind === 'C' || kind === 'F' || kind === 'E') call += size;
    if (holdingKinds.has(kind)) gapAt += size - 1;
  }
};

/** All rows of an index, none opened. */
export const toViewRows = (index: RowIndex): ViewRow[] => {
  const rows: ViewRow[] = [];
  walk(index, ({ kind, seq, call, size, gapAt, turn }) => {
    const calls = kind === 'C' || kind === 'F' || kind === 'E' ? size : 0;
    const firstCall = calls > 0 ? call : 0;
    const members = size > 1 ? [seq] : null;
    for (let at = 0; members && at < size - 1; at += 1) members.push((members[at] ?? 0) + (index.gaps[gapAt + at] ?? 0));
    rows.push({
      key: keyOfRow(kind, { seq, call: firstCall, holds: members !== null }),
      kind,
      agent: null,
      seq,
      count: kind === 'M' ? 1 : (members?.at(-1) ?? seq) - seq + 1,
      call: firstCall,
      lastCall: calls > 0 ? call + calls - 1 : 0,
      turn,
      members,
      opened: false,
      opensAgent: false,
      nested: false,
      findings: null,
    });
    return false;
  });
  return rows;
};

const toChild = (row: ViewRow, at: number): ViewRow => {
  const seq = row.members?.[at] ?? row.seq;
  const call = row.call > 0 ? row.call + at : 0;
  const kind = call > 0 ? 'C' : row.kind;
  const key = keyOfRow(kind, { seq, call, holds: false });
  return { ...row, key, kind, seq, count: 1, call, lastCall: call, members: null, opened: false, nested: true, findings: null };
};

/**
 * The rows to draw. An opened row that holds others is followed by them. `onlyCalls` (ascending) keeps these calls alone, each
 * as a row of its own. Rows that stay as they are stay the same objects. Linear in the number of rows.
 */
export const openRows = (rows: readonly ViewRow[], open: ReadonlySet<string>, onlyCalls: readonly number[] | null): readonly ViewRow[] => {
  if (onlyCalls) return keepCalls(rows, onlyCalls);
  if (open.size === 0) return rows;
  return rows.flatMap((row) => {
    if (!row.members || !open.has(row.key)) return [row];
    return [{ ...row, opened: true }, ...row.members.map((_, at) => toChild(row, at))];
  });
};

const keepCalls = (rows: readonly ViewRow[], calls: readonly number[]): ViewRow[] => {
  const kept: ViewRow[] = [];
  let wanted = 0;
  for (const row of rows) {
    for (; row.call > 0 && wanted < calls.length && (calls[wanted] ?? 0) <= row.lastCall; wanted += 1) {
      kept.push({ ...toChild(row, (calls[wanted] ?? 0) - row.call), nested: false });
    }
  }
  return kept;
};

/** How many quiet records rows hold. */
export const countQuiet = (rows: readonly ViewRow[]): number =>
  rows.reduce((sum, { kind, members }) => (kind === 'M' ? sum + (members?.length ?? 1) : sum), 0);

/** Rows without quiet records, but for the row that begins at `kept`. */
export const hideQuiet = (rows: readonly ViewRow[], kept: number | null): readonly ViewRow[] =>
  rows.filter(({ kind, seq }) => kind !== 'M' || seq === kept);

/** Where a turn begins in an index: the number of rows before it, including those inside runs, and its first record; null if absent. */
export const findTurnStart = (
  index: RowIndex,
  turn: number,
): { row: number; seq: number; call: number; sizes: number; gaps: number } | null => {
  let found: ReturnType<typeof findTurnStart> = null;
  let sizes = 0;
  walk(index, (row) => {
    if (row.turn >= turn) found = { row: row.at, seq: row.seq, call: row.call, sizes, gaps: row.gapAt };
    else if (holdingKinds.has(row.kind)) sizes += 1;
    return found !== null;
  });
  return found;
};

/** Turn of the last row; -1 without turns. */
export const findLastTurn = ({ firstTurn, kinds }: RowIndex): number => firstTurn + kinds.slice(1).split('P').length - 1;

/** The index with its rows from `tail.fromTurn` on replaced by `tail`. */
export const spliceRowIndex = (index: RowIndex, tail: RowIndex): RowIndex => {
  const cut = findTurnStart(index, tail.fromTurn);
  const kept = cut ?? { row: index.kinds.length, sizes: index.sizes.length, gaps: index.gaps.length };
  const before = index.steps.slice(0, kept.row);
  const last = before.reduce((sum, step) => sum + step, 0);
  return {
    ...index,
    ...(kept.row === 0 ? { firstTurn: tail.firstTurn, firstCall: tail.firstCall } : {}),
    kinds: index.kinds.slice(0, kept.row) + tail.kinds,
    steps: [...before, ...tail.steps.map((step, at) => (at === 0 ? step - last : step))],
    sizes: [...index.sizes.slice(0, kept.sizes), ...tail.sizes],
    gaps: [...index.gaps.slice(0, kept.gaps), ...tail.gaps],
    totalRecords: tail.totalRecords,
  };
};

import type { Outcome } from '../domain/outcome.ts';
import type { RecordKind } from '../domain/record.ts';
import type { RowIndex, RowKind } from '../domain/row.ts';

/** One record as the row index sees it. */
export type RowInput = {
  seq: number;
  kind: RecordKind;
  turnIdx: number | null;
  /** Of a tool_call, from 1; else 0. */
  callIndex: number;
  callName: string;
  outcome: Outcome | null;
  sameAs: number | null;
  /** Of a tool_result: drawn inside its call. */
  paired: boolean;
};

/** Fine calls of these tools fold when at least three follow each other: what they did shows in one line. */
const quietTools = new Set(['read', 'grep', 'glob', 'ls', 'search', 'toolsearch', 'todowrite', 'todoread', 'taskupdate', 'tasklist']);
const leastFold = 3;

const letterOfKind: Record<Exclude<RecordKind, 'tool_call' | 'tool_result' | 'meta'>, RowKind> = {
  prompt: 'P',
  response: 'R',
  reasoning: 'T',
  system: 'S',
  boundary: 'B',
};

type Row = { kind: RowKind; seq: number; count: number; call: number; turn: number };
type Run = { kind: 'F' | 'E'; inputs: RowInput[]; lastSeq: number };

/**
 * The rows of a transcript from its records in order. Runs of three or more fine reading calls become one row F, runs of
 * two or more repeats of an earlier failing call become one row E, runs of meta records one row M; results that were
 * paired with a call have no row of their own. A fold never crosses a turn.
 */
export const computeRowIndex = (inputs: Iterable<RowInput>, fromTurn: number, totalRecords: number): RowIndex => {
  const rows: Row[] = [];
  let run: Run | null = null;
  const closeRun = () => {
    if (run) rows.push(...toRows(run));
    run = null;
  };
  for (const input of inputs) {
    if (input.kind === 'tool_result' && input.paired) {
      if (run) run.lastSeq = input.seq;
      continue;
    }
    const kind = input.kind === 'tool_call' ? toRunKind(input) : null;
    if (run && (run.kind !== kind || run.inputs[0]?.turnIdx !== input.turnIdx)) closeRun();
    if (kind) {
      run ??= { kind, inputs: [], lastSeq: input.seq };
      run.inputs.push(input);
      run.lastSeq = input.seq;
      continue;
    }
    addSingle(rows, input);
  }
  closeRun();
  return toColumns(rows, fromTurn, totalRecords);
};

const toRunKind = (input: RowInput): 'F' | 'E' | null => {
  if (input.outcome === 'error' && input.sameAs !== null) return 'E';
  return input.outcome === 'ok' && quietTools.has(input.callName.toLowerCase()) ? 'F' : null;
};

const toRows = (run: Run): Row[] => {
  const first = run.inputs[0];
  if (!first) return [];
  if (run.inputs.length >= (run.kind === 'F' ? leastFold : 2)) {
    return [{ kind: run.kind, seq: first.seq, count: run.lastSeq - first.seq + 1, call: first.callIndex, turn: first.turnIdx ?? -1 }];
  }
  return run.inputs.map((input) => ({ kind: 'C', seq: input.seq, count: 1, call: input.callIndex, turn: input.turnIdx ?? -1 }));
};

const addSingle = (rows: Row[], input: RowInput): void => {
  const turn = input.turnIdx ?? -1;
  const last = rows.at(-1);
  if (input.kind === 'meta' && last?.kind === 'M' && last.turn === turn && last.seq + last.count === input.seq) {
    last.count += 1;
    return;
  }
  const kind: RowKind =
    input.kind === 'tool_call' ? 'C' : input.kind === 'tool_result' ? 'O' : input.kind === 'meta' ? 'M' : letterOfKind[input.kind];
  rows.push({ kind, seq: input.seq, count: 1, call: input.callIndex, turn });
};

const toColumns = (rows: readonly Row[], fromTurn: number, totalRecords: number): RowIndex => ({
  fromTurn,
  kinds: rows.map((row) => row.kind).join(''),
  seqs: rows.map((row) => row.seq),
  counts: rows.map((row) => row.count),
  calls: rows.map((row) => row.call),
  turns: rows.map((row) => row.turn),
  totalRecords,
});

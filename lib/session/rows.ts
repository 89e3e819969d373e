import type { Outcome } from '../domain/outcome.ts';
import type { RowIndex } from '../domain/row.ts';
import type { RowKind } from '../domain/row-kind.ts';
import { recordLetters, textlessReasoning } from './record-letters.ts';
import { toToolKind } from './tool-kind.ts';

/** The records of a session from the first one of a turn on, in order, as the row index sees them. */
export type RowColumns = {
  /** Position of the first record; the others follow it without a hole. */
  firstSeq: number;
  firstTurn: number | null;
  /** One letter a record, as `recordLetters` and `textlessReasoning` say. */
  kinds: string;
  /** callIndex of the first tool_call among them; the others follow it without a hole. */
  firstCall: number;
  /** One a tool_call. */
  callNames: string[];
  outcomes: Outcome[];
  /** callIndex of the failed calls that an earlier call with the same result was the same as. */
  repeats: number[];
  /** Positions of the tool_results that complete no call. */
  orphans: number[];
};

/** Todo lists that are read or ticked off: what they did shows in one line. */
const quietTools = new Set(['todowrite', 'todoread', 'taskupdate', 'tasklist', 'taskget', 'update_plan']);
const isQuietTool = (name: string): boolean => ['read', 'search'].includes(toToolKind(name)) || quietTools.has(name.toLowerCase());

const leastCalls = { F: 3, E: 2, C: Infinity };
type Run = { kind: keyof typeof leastCalls; seqs: number[] };

const { tool_call: callLetter, tool_result: resultLetter, meta: metaLetter } = recordLetters;

/**
 * The rows of a transcript. Results that complete a call have no row. Calls with nothing between them but results and quiet
 * records (metadata, reasoning without a text) are a stretch: in it, runs of three or more fine reading calls become one row
 * F, runs of two or more repeats of an earlier failing call one row E, and all quiet records one row M, where the first of
 * them stands. Nothing crosses a turn.
 */
export const computeRowIndex = (columns: RowColumns, fromTurn: number): RowIndex => {
  const { firstSeq, kinds, firstCall } = columns;
  const [repeats, orphans] = [new Set(columns.repeats), new Set(columns.orphans)];
  const runKindOf = makeRunKind(columns, repeats);
  const packer = makePacker();
  let runs: Run[] = [];
  let quiet: number[] = [];
  let call = 0;
  const endStretch = () => {
    for (const { kind, seqs } of runs) {
      const folds = seqs.length >= leastCalls[kind];
      for (const row of folds ? [seqs] : seqs.map((seq) => [seq])) {
        if (isBefore(quiet, row)) quiet = packer.put('M', quiet);
        packer.put(folds ? kind : 'C', row);
      }
    }
    if (quiet.length > 0) packer.put('M', quiet);
    [runs, quiet] = [[], []];
  };
  for (let at = 0; at < kinds.length; at += 1) {
    const letter = kinds[at] ?? metaLetter;
    const seq = firstSeq + at;
    if (letter === callLetter) {
      const kind = runKindOf(call++);
      const run = runs.at(-1);
      if (run?.kind === kind) run.seqs.push(seq);
      else runs.push({ kind, seqs: [seq] });
    } else if (letter === metaLetter || letter === textlessReasoning.letter) quiet.push(seq);
    else if (letter !== resultLetter || orphans.has(seq)) {
      endStretch();
      packer.put(letter as RowKind, [seq]);
    }
  }
  endStretch();
  const totalRecords = kinds.length === 0 ? 0 : firstSeq + kinds.length;
  return { fromTurn, firstTurn: columns.firstTurn ?? -1, firstCall, ...packer.packed, totalRecords };
};

const isBefore = ([a]: readonly number[], [b]: readonly number[]): boolean => a !== undefined && b !== undefined && a < b;

const makeRunKind = ({ firstCall, callNames, outcomes }: RowColumns, repeats: ReadonlySet<number>) => {
  const quietNames = new Map<string, boolean>();
  const isQuiet = (name: string): boolean => {
    const known = quietNames.get(name) ?? isQuietTool(name);
    quietNames.set(name, known);
    return known;
  };
  return (call: number): Run['kind'] => {
    if (outcomes[call] === 'error') return repeats.has(firstCall + call) ? 'E' : 'C';
    return outcomes[call] === 'ok' && isQuiet(callNames[call] ?? '') ? 'F' : 'C';
  };
};

const makePacker = () => {
  const packed = { kinds: '', steps: [] as number[], sizes: [] as number[], gaps: [] as number[] };
  let before = 0;
  return {
    packed,
    /** Adds a row over these records; answers an empty list, for what comes next. */
    put: (kind: RowKind, seqs: readonly number[]): number[] => {
      const first = seqs[0] ?? before;
      packed.kinds += kind;
      packed.steps.push(first - before);
      before = first;
      if (kind !== 'F' && kind !== 'E' && kind !== 'M') return [];
      packed.sizes.push(seqs.length);
      for (let at = 1; at < seqs.length; at += 1) packed.gaps.push((seqs[at] ?? 0) - (seqs[at - 1] ?? 0));
      return [];
    },
  };
};

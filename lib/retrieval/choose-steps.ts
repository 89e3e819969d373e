import { isRefused } from '../domain/outcome-names.ts';
import type { Outcome } from '../domain/outcome.ts';
import type { ToolKind } from '../domain/tool-call.ts';

/** A call of a task. The keys are equal where its arguments are, or its error. */
export type CallOutline = {
  seq: number;
  resultSeq: number | null;
  outcome: Outcome;
  kind: ToolKind;
  callKey: string;
  errorKey: string | null;
};
/** `skipped`: calls and results that are left out right before it. `isKey`: a part of how the task ended. */
type ChosenStep = { seq: number; skipped: number; isKey: boolean };

/** The last call and its result. */
const closingSteps = 2;

const isFailed = ({ outcome }: CallOutline): boolean => outcome === 'error' || isRefused(outcome) || outcome === 'interrupted';
/** Equal for the same call with the same error. */
const toFailureName = ({ callKey, errorKey }: CallOutline): string => `${callKey} ${errorKey ?? ''}`;

/** Of a task whose last call went well: what changed a file last before it passed, what had failed, and the same call once it passed. */
const listKeyCalls = (calls: readonly CallOutline[]): CallOutline[] => {
  const last = calls.at(-1);
  if (last?.outcome !== 'ok') return [];
  const findPass = (failed: CallOutline) =>
    calls.find(({ seq, outcome, callKey }) => seq > failed.seq && outcome === 'ok' && callKey === failed.callKey);
  const failures = calls.filter(isFailed);
  const repaired = failures.findLast((call) => findPass(call)) ?? failures.at(-1);
  const pass = (repaired && findPass(repaired)) ?? last;
  const change = calls.findLast((call) => call.seq < pass.seq && (call.kind === 'edit' || call.kind === 'write') && !isFailed(call));
  const failure = repaired && failures.find((call) => toFailureName(call) === toFailureName(repaired));
  return [change, failure, pass].filter((call) => call !== undefined);
};

/**
 * Which calls and results of a task are shown: the last call and its result, and of the others at most `limit`. Those are what solved it,
 * as far as it has room, and then the first ones; of equal failures, the first.
 */
export const chooseSteps = (seqs: readonly number[], calls: readonly CallOutline[], limit: number): ChosenStep[] => {
  const known = new Set(seqs);
  const toSeqs = ({ seq, resultSeq }: CallOutline): number[] => [...new Set([seq, resultSeq ?? seq])].filter((one) => known.has(one));
  const keys = new Set(seqs.slice(-closingSteps));
  const most = keys.size + limit;
  for (const call of listKeyCalls(calls)) {
    const added = toSeqs(call).filter((seq) => !keys.has(seq));
    if (keys.size + added.length <= most) for (const seq of added) keys.add(seq);
  }
  const seen = new Set<string>();
  const repeated = new Set<number>();
  for (const call of calls.filter(isFailed)) {
    const name = toFailureName(call);
    if (seen.has(name)) for (const seq of toSeqs(call)) repeated.add(seq);
    seen.add(name);
  }
  const others = seqs.filter((seq) => !keys.has(seq));
  const isWhole = seqs.length <= most;
  const first = others.filter((seq) => isWhole || !repeated.has(seq)).slice(0, most - keys.size);
  const chosen = new Set([...keys, ...first]);
  const steps: ChosenStep[] = [];
  let skipped = 0;
  for (const seq of seqs) {
    if (!chosen.has(seq)) {
      skipped += 1;
      continue;
    }
    steps.push({ seq, skipped, isKey: keys.has(seq) });
    skipped = 0;
  }
  return steps;
};

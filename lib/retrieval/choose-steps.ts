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

const isChange = ({ kind, outcome }: CallOutline): boolean => (kind === 'edit' || kind === 'write') && outcome === 'ok';
/** A command may change what an edit would. */
const mayChange = (call: CallOutline): boolean => isChange(call) || (call.kind === 'shell' && call.outcome === 'ok');

/**
 * The steps of a task that was found by what happened in it: the call that matches or came right before what does, if it failed the same call once it
 * passed, and what changed something last before that, or first where it never passed.
 */
const listMatchedCalls = (calls: readonly CallOutline[], matchSeq: number): CallOutline[] => {
  const match =
    calls.find(({ seq, resultSeq }) => seq === matchSeq || resultSeq === matchSeq) ?? calls.findLast(({ seq }) => seq < matchSeq);
  if (!match) return [];
  const after = calls.filter(({ seq }) => seq > match.seq);
  const pass = isFailed(match) ? after.find(({ outcome, callKey }) => outcome === 'ok' && callKey === match.callKey) : undefined;
  const until = pass ? after.filter(({ seq }) => seq < pass.seq) : after;
  const change = pass ? (until.findLast(isChange) ?? until.findLast(mayChange)) : (until.find(isChange) ?? until.find(mayChange));
  return [match, change, pass].filter((call) => call !== undefined);
};

/** Key calls of a task whose last call went well: the last file change before it passed, the failure, and the same call once it passed. */
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
 * as far as it has room, and then the first ones; of equal failures, the first. Where the task is found by the record at `matchSeq`, the call
 * that belongs to it and what solved that come before all others, also before the last call.
 */
export const chooseSteps = (
  seqs: readonly number[],
  calls: readonly CallOutline[],
  limit: number,
  matchSeq: number | null = null,
): ChosenStep[] => {
  const known = new Set(seqs);
  const toSeqs = ({ seq, resultSeq }: CallOutline): number[] => [...new Set([seq, resultSeq ?? seq])].filter((one) => known.has(one));
  const matched = matchSeq === null ? [] : listMatchedCalls(calls, matchSeq);
  const closing = seqs.slice(-closingSteps);
  const keys = new Set(matched.length > 0 ? [] : closing);
  const most = closing.length + limit;
  for (const call of matched.length > 0 ? matched : listKeyCalls(calls)) {
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
  if (matched.length > 0 && keys.size + closing.length <= most) for (const seq of closing) keys.add(seq);
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

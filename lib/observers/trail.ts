import type { Waste } from '../domain/assessment.ts';
import type { FoundNow } from './observer.ts';
import type { ObservedCall } from './observed-call.ts';

/** A call as a state names it: number, id, id of its result. */
export type CallRef = readonly [index: number, id: string, resultId: string | null];

/** Calls that belong together: the first and the last of them by name, the others counted. Plain JSON. */
export type Trail = {
  count: number;
  head: readonly CallRef[];
  tail: readonly CallRef[];
  /** Sums over all but the first `free` calls, which were needed; null once one of them is unknown: a call whose response is counted on another call outside. */
  free: number;
  waste: Waste;
  /** Number of the last call that was counted on itself; states that were taken before it was kept have none. */
  payer?: number;
};

const headLength = 5;
const tailLength = 5;

const add = (sum: number | null, value: number | null): number | null => (sum === null || value === null ? null : sum + value);

const noWaste: Waste = { calls: 0, tokens: 0, durationMs: 0, costUsd: 0 };

export const startTrail = (free: number): Trail => ({ count: 0, head: [], tail: [], free, waste: noWaste });

/** Call fields that a trail needs. */
export type TrailCall = Pick<ObservedCall, 'index' | 'id' | 'resultId' | 'tokens' | 'durationMs' | 'costUsd' | 'paidBy'>;

/** Whether what a call cost is in the sums, on itself or on a call before it. */
const isCounted = (trail: Trail, { paidBy }: TrailCall): boolean =>
  paidBy === undefined || paidBy === trail.payer || listRefs(trail).some(([index]) => index === paidBy);

export const extendTrail = (trail: Trail, call: TrailCall): Trail => {
  const { count, head, tail, free, waste } = trail;
  const ref: CallRef = [call.index, call.id, call.resultId];
  const payer = call.paidBy === undefined ? call.index : trail.payer;
  return {
    count: count + 1,
    head: count === 0 ? [ref] : count < headLength ? [...head, ref] : head,
    tail: count < headLength ? tail : [...tail.slice(1 - tailLength), ref],
    free,
    waste:
      count < free
        ? waste
        : {
            calls: waste.calls + 1,
            tokens: isCounted(trail, call) ? add(waste.tokens, call.tokens) : null,
            durationMs: add(waste.durationMs, call.durationMs),
            costUsd: isCounted(trail, call) ? add(waste.costUsd, call.costUsd) : null,
          },
    ...(payer !== undefined && { payer }),
  };
};

export const listRefs = ({ head, tail }: Trail): readonly CallRef[] => (tail.length === 0 ? head : [...head, ...tail]);

export const lastIndexOf = ({ head, tail }: Trail): number => (tail.at(-1) ?? head.at(-1))?.[0] ?? 0;

/** Whether a trail has a call of the decision already: calls that were issued together are tried once. */
export const hasDecision = (trail: Trail, { decision }: Pick<ObservedCall, 'decision'>): boolean => lastIndexOf(trail) >= decision;

/** References of a finding to the calls that it rests on. */
export const citeTrail = (trail: Trail): Pick<FoundNow, 'calls' | 'callCount' | 'records'> => {
  const refs = listRefs(trail);
  return {
    calls: refs.map(([index]) => index),
    callCount: trail.count,
    records: refs.flatMap(([, id, resultId]) => (resultId === null || resultId === id ? [id] : [id, resultId])),
  };
};

/** The same of a few calls that follow each other in a window, where all but the first were repeated. */
export const citeCalls = (calls: readonly ObservedCall[]): Pick<FoundNow, 'calls' | 'callCount' | 'records' | 'waste'> => {
  const trail = calls.reduce<Trail>(extendTrail, startTrail(1));
  return { ...citeTrail(trail), waste: trail.waste };
};

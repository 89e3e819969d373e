import type { VerdictFacts } from './verdict.ts';
import type { Tick } from '@/lib/domain/overview.ts';

type Counts = VerdictFacts & { toolRan: number };

/** Facts of a session that is played: at which call, and how many calls there were by then; null: not known here. */
export type FactsAsOf = { call: number; counts: Counts | null };

export const unknownCounts: { [Name in keyof Counts]: null } = {
  toolCalls: null,
  toolErrors: null,
  toolRejected: null,
  toolDenied: null,
  toolInterrupted: null,
  toolRan: null,
};

/** Counts up to a call, without calls that another session counts; null if ticks are buckets. */
export const countAsOf = (ticks: readonly Tick[], ownCalls: number, call: number): Counts | null => {
  const own = ticks.filter((tick) => !tick.inherited);
  if (own.length !== ownCalls || own.some((tick) => tick.firstCall !== tick.lastCall)) return null;
  const past = own.filter((tick) => tick.firstCall <= call);
  const count = (outcome: Tick['outcome']) => past.filter((tick) => tick.outcome === outcome && !tick.takenBack).length;
  const stopped = { toolRejected: count('rejected'), toolDenied: count('denied'), toolInterrupted: count('interrupted') };
  // Whether one of unknown outcome has a result, a tick does not say.
  return { toolCalls: past.length, toolErrors: count('error'), ...stopped, toolRan: count('ok') + count('error') + count('unknown') };
};

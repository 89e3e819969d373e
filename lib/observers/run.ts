import type { Finding } from '../domain/assessment.ts';
import type { CallFacts, SessionAbout } from '../session/call-facts.ts';
import type { AssessmentDraft, ObserverSet } from './observer-set.ts';
import type { ObservedCall } from './observed-call.ts';
import type { ObserverState } from './observer.ts';

/** A finding that stands: as it stood last, where it was first said, and when the agent was last told of it. */
export type StandingFinding = { finding: Finding; sinceCall: number; toldAtCall: number | null };

/** One observer's part of a fold. */
export type ObserverSlice = { key: string; state: ObserverState; own: unknown; standing: StandingFinding[] };

/** Where the observers of a session stand: plain JSON, under 32 kB. */
export type Fold = {
  calls: number;
  consecutiveErrors: number;
  /** The newest calls, oldest first. */
  recent: ObservedCall[];
  slices: ObserverSlice[];
  /** Findings so far, over all observers, and the worst. */
  findings: number;
  worst: Finding['severity'] | null;
};

/** The state before the first call. */
export declare const startFold: (set: ObserverSet, about: SessionAbout) => Fold;

/** Gives calls to the observers, one by one. Any split of the calls comes to the same. Nothing that is given is changed. */
export declare const foldCalls: (
  set: ObserverSet,
  about: SessionAbout,
  fold: Fold,
  calls: readonly CallFacts[],
) => { fold: Fold; assessments: AssessmentDraft[] };

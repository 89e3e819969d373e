import type { z } from 'zod';
import type { AssessmentSeverity, Finding } from '../domain/assessment.ts';
import type { PresetName, Trigger } from '../domain/observer-config.ts';
import type { SessionAbout } from '../session/call-facts.ts';
import type { ObservedCall } from './observed-call.ts';

/** A finding before it is compared with what was found before. */
export type FoundNow = Omit<Finding, 'standing'>;

/** What an observer says at one call, before it is compared with what it said before. */
export type Verdict = {
  severity: AssessmentSeverity;
  summary: string;
  findings: readonly FoundNow[];
  suggestions: readonly string[];
};

/** The seed's ObserverState: kept for each observer by itself. Times are those of records. */
export type ObserverState = {
  toolCallsSinceAssessment: number;
  lastAssessmentTimeMs: number | null;
  lastAssessmentCallIndex: number;
  totalAssessments: number;
};

/** What an observer may look at beside its own state. */
export type ObserverContext = {
  state: ObserverState;
  /** The newest `n` calls, oldest first; at most `mostRecentCalls` are known. */
  recentCalls(n: number): readonly ObservedCall[];
  /** Of the recent calls, those that ended after an instant. */
  callsSince(atMs: number): readonly ObservedCall[];
  /** Share of failed calls among the newest `window`, 0 to 1; 0 where there are none. */
  errorRate(window: number): number;
};

/** Calls that a context knows, and the largest window that an observer may be given. */
export const maxRecentCalls = 30;

/**
 * An observer over the calls of one session: a fold that is resumed from `state`, which is plain JSON. All three are pure:
 * they change nothing that they are given, and know no clock. `step` sees each call once, in order, before `assess` may.
 */
export type Observer<State = unknown> = {
  init(about: SessionAbout): State;
  step(state: State, call: ObservedCall): State;
  /** Beside the trigger: whether there is enough to say something. */
  shouldRun(state: State, context: ObserverContext): boolean;
  /** What is the matter as of `call`, the one that was stepped over last; null: there is nothing that it could judge. */
  assess(state: State, call: ObservedCall, context: ObserverContext): Verdict | null;
};

/**
 * `changes`: assessed only where something is new, has become worse, is gone, or still stands after a while. `always`: at each
 * run, as the specification has it.
 */
export type Recording = 'changes' | 'always';

export type Preset<Parameters> = { trigger: Trigger; parameters: Parameters; records: Recording };

/** A kind of observer, of which a configuration makes observers. */
export type ObserverKind<Parameters = unknown, State = unknown> = {
  /** Stands in configurations and keys: `stall`. */
  id: string;
  /** `Stall Detector`. */
  name: string;
  /** Grows with each change of what it finds. */
  version: number;
  /** One sentence for the screen. */
  description: string;
  /** Parameters by their names in a configuration file (snake_case), each with a description and bounds; unknown ones are refused. */
  parametersSchema: z.ZodType<Parameters>;
  presets: Record<PresetName, Preset<Parameters>>;
  make(parameters: Parameters): Observer<State>;
};

import type { z } from 'zod';
import type { AssessmentSeverity, Finding, SubjectScope } from '../domain/assessment.ts';
import type { PresetName, Trigger } from '../domain/observer-config.ts';
import type { SessionAbout, TurnEnd } from '../session/call-facts.ts';
import type { ObservedCall } from './observed-call.ts';

/** A finding before it is compared with what was found before. `Category`: those that its observer defines. */
export type FoundNow<Category extends string = string> = Omit<Finding, 'standing' | 'subjectScope' | 'category'> & { category: Category };

/** An observer's verdict at one call, before comparison with its active findings. */
export type Verdict<Category extends string = string> = {
  severity: AssessmentSeverity;
  summary: string;
  findings: readonly FoundNow<Category>[];
  /** Left out: those that the definition has for the categories found. */
  suggestions?: readonly string[];
};

/** The reference ObserverState, one per observer. Times come from records. */
export type ObserverState = {
  toolCallsSinceAssessment: number;
  lastAssessmentTimeMs: number | null;
  lastAssessmentCallIndex: number;
  totalAssessments: number;
};

/** Context that an observer may use besides its own state. */
export type ObserverContext = {
  state: ObserverState;
  /** The end of a turn, of which `call` was the last call; null: this is the call itself. */
  turnEnd: TurnEnd | null;
  /** The newest `n` calls, oldest first; at most `maxRecentCalls` are kept. */
  recentCalls(n: number): readonly ObservedCall[];
  /** Recent calls that ended after an instant. */
  callsSince(atMs: number): readonly ObservedCall[];
  /** Share of failed calls among those of the newest `window` that ran to their end, 0 to 1; 0 where there are none. */
  errorRate(window: number): number;
};

/** Largest JSON of what the observers of a session share in its state, in bytes: the newest calls and counts. */
export const maxSharedStateBytes = 20 * 1024;

/** Calls that a context knows, and the largest window that an observer may be given. */
export const maxRecentCalls = 30;

/**
 * An observer over the calls of one session: a reducer that resumes from `state`, which is plain JSON. All three are pure:
 * they change nothing that they are given, and know no clock. `step` sees each call once, in order, before `assess` may.
 */
export type Observer<State = unknown, Category extends string = string> = {
  init(about: SessionAbout): State;
  step(state: State, call: ObservedCall): State;
  /** Sees the end of a turn after its last call was stepped over; left out: ends change nothing. Each end comes once, in its place. */
  endTurn?(state: State, end: TurnEnd, call: ObservedCall): State;
  /** Beside the trigger: whether there is enough to say something. */
  shouldRun(state: State, context: ObserverContext): boolean;
  /** Verdict as of `call`, the last call that was stepped over; null: the observer has nothing to judge. */
  assess(state: State, call: ObservedCall, context: ObserverContext): Verdict<Category> | null;
};

/**
 * `changes`: assessed only where something is new, has become worse, is gone, or still stands after a while. `always`: at each
 * run, as the specification has it.
 */
export type Recording = 'changes' | 'always';

export type Preset<Parameters> = { trigger: Trigger; parameters: Parameters; records: Recording };

/** Properties that all findings of one category share. */
export type CategoryDefinition = {
  /** A word or two for a mark on the timeline: `Loop`. */
  label: string;
  /** Whether the number of its calls belongs to the label: `Loop ×5`. */
  countsCalls: boolean;
  /** Start of the headline of a session in which this is the worst finding: `Looped`. */
  headline: string;
  /** Findings of the same subject in this scope form one group, which people triage as one. */
  subjectScope: SubjectScope;
  /** Advice to the agent about the finding. */
  suggestions: readonly string[];
};

/** The definition of an observer, of which a configuration makes observers. Everything that is specific to it stands here. */
export type ObserverKind<Parameters = unknown, State = unknown, Category extends string = string> = {
  /** Stands in configurations and keys: `stall`. */
  id: string;
  /** `Stall Detector`. */
  name: string;
  /** Grows with each change of what it finds. */
  version: number;
  /** One sentence for the screen. */
  description: string;
  /** Why it runs only where a configuration names it, in a sentence for people. */
  offByDefault?: string;
  /** All categories that its findings may have, by the heading that the agent reads. */
  categories: Readonly<Record<Category, CategoryDefinition>>;
  /** Parameters by their names in a configuration file (snake_case), each with a description and bounds; unknown ones are refused. */
  parametersSchema: z.ZodType<Parameters>;
  /** Largest JSON of its part of a session's state, in bytes: what it remembers, its findings that stand, and counters. Tests hold it to that. */
  maxStateBytes: number;
  presets: Readonly<Record<'default', Preset<Parameters>> & Partial<Record<PresetName, Preset<Parameters>>>>;
  make(parameters: Parameters): Observer<State, Category>;
};

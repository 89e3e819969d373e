import * as z from 'zod';
import { assessmentSeverity } from './assessment.ts';

/** A category that is found in a session, with the worst severity that it has there. */
const trialFinding = z.object({ category: z.string(), severity: assessmentSeverity });

/**
 * Which sessions have findings now and would have them with the other parameters; a session stands in one list. At most 200 each,
 * kept ones that are otherwise first; counts are whole.
 */
const trialSession = z.object({
  sessionId: z.string(),
  title: z.string().nullable(),
  /** What the difference rests on: what is found now, and then, by category. */
  before: z.array(trialFinding),
  after: z.array(trialFinding),
});
/** Of groups with one label: how many are found now, how many would be found with the other parameters, and how many in both ways. */
const labelledGroups = z.object({ before: z.int(), after: z.int(), both: z.int() });

export const trial = z.object({
  id: z.string(),
  status: z.enum(['running', 'done', 'cancelled', 'failed']),
  problem: z.string().nullable(),
  sessions: z.int(),
  sessionsDone: z.int(),
  callsDone: z.int(),
  /** `otherwise`: of those that are kept, those in which a category or its severity is another one. */
  counts: z.object({ gained: z.int(), lost: z.int(), kept: z.int(), otherwise: z.int() }),
  /** What the difference means for groups that triage called fixed or a false positive; others are not counted. */
  labelled: z.object({ fixed: labelledGroups, falsePositive: labelledGroups }),
  gained: z.array(trialSession),
  lost: z.array(trialSession),
  kept: z.array(trialSession),
});

export type TrialFinding = z.output<typeof trialFinding>;
export type TrialSession = z.output<typeof trialSession>;
export type Trial = z.output<typeof trial>;

import * as z from 'zod';
import { assessmentSeverity } from './assessment.ts';

/** Category found in a session, with its highest severity. */
const trialFinding = z.object({ category: z.string(), severity: assessmentSeverity });

/**
 * Sessions with findings now or with the other parameters; each session is in one list. At most 200 each, changed ones first; counts are
 * complete.
 */
const trialSession = z.object({
  sessionId: z.string(),
  title: z.string().nullable(),
  /** Findings by category, before and after. */
  before: z.array(trialFinding),
  after: z.array(trialFinding),
});
/** How many are detected before, after, and both. */
const detected = z.object({ before: z.int(), after: z.int(), both: z.int() });

export const trial = z.object({
  id: z.string(),
  status: z.enum(['running', 'done', 'cancelled', 'failed']),
  problem: z.string().nullable(),
  sessions: z.int(),
  sessionsDone: z.int(),
  callsDone: z.int(),
  /** `otherwise`: kept sessions with a changed category or severity. */
  counts: z.object({ gained: z.int(), lost: z.int(), kept: z.int(), otherwise: z.int() }),
  /** Findings to triage from all configured observers: each problem once a session, once in all, and the groups that need attention. */
  triaged: z.object({ findings: detected, groups: detected, attention: detected }),
  /** Effect on groups labeled fixed or false positive; others are not counted. */
  labeled: z.object({ fixed: detected, falsePositive: detected }),
  gained: z.array(trialSession),
  lost: z.array(trialSession),
  kept: z.array(trialSession),
});

export type TrialFinding = z.output<typeof trialFinding>;
export type TrialSession = z.output<typeof trialSession>;
export type Trial = z.output<typeof trial>;

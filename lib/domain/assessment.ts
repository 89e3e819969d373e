import * as z from 'zod';
import { instant, timed } from './instant.ts';
import { known } from './measure.ts';

/** Severity of an assessment, lowest first. */
export const assessmentSeverity = z.enum(['info', 'caution', 'warning']);
export type AssessmentSeverity = z.infer<typeof assessmentSeverity>;

/** Cost of a finding beyond the one attempt that was needed; unknown is null. Tokens exclude cache reads. */
export const waste = z.object({
  calls: z.int(),
  tokens: known.count,
  durationMs: known.amount,
  costUsd: known.amount,
});
export type Waste = z.infer<typeof waste>;

/** How a finding compares with the previous assessment by the same observer. */
export const standing = z.enum(['new', 'rises', 'still', 'eases']);
export type Standing = z.infer<typeof standing>;

/**
 * Scope of a subject: `archive` if it means the same in every session, such as an error key; `project` if only within one project, such
 * as a relative path (or within the session, if it has no project). Findings with one subject and scope form one group.
 */
export const subjectScope = z.enum(['archive', 'project']);
export type SubjectScope = z.infer<typeof subjectScope>;

/** One entry of an assessment. */
export const finding = z.object({
  /** Such as `Repetitive Pattern`: the heading that the agent reads. */
  category: z.string(),
  /** One line for a list, which cuts it to fit: `Bash npm test: same result, 5 times`. */
  title: z.string(),
  description: z.string(),
  /** Lines, oldest first. */
  evidence: z.string().nullable(),
  severity: assessmentSeverity,
  /** With observer and category, identifies the finding in its session: a key of the call, of the error, or a file. */
  subject: z.string(),
  /** Scope of the subject. Missing in findings stored by older versions. */
  subjectScope: subjectScope.optional(),
  standing,
  /** Evidence: call numbers, ascending; at most ten, the first and last of `callCount`. */
  calls: z.array(z.int()),
  callCount: z.int(),
  /** Ids of the evidence records: those calls and their results. */
  records: z.array(z.string()),
  waste: waste.nullable(),
});
export type Finding = z.infer<typeof finding>;

/** Why it is reported to the agent: new, worse, or still active after a while; null if it is not reported. */
export const telling = z.enum(['new', 'rises', 'still']);
export type ReportReason = z.infer<typeof telling>;

export const assessmentFields = {
  sessionId: z.string(),
  /** Id of the observer: `stall`. */
  observer: z.string(),
  /** Its name: `Stall Detector`. */
  observerName: z.string(),
  version: z.int(),
  /** Hash of the parameters, trigger and version that it ran with. */
  configKey: z.string(),
  callId: z.string(),
  callIndex: z.int(),
  /** Id of the record with the turn's final answer, for an assessment at the end of the turn. Null: made at the call. */
  answerId: z.string().nullable().default(null),
  /** When the call ended or the answer was given, from its record. */
  at: instant.nullable(),
  severity: assessmentSeverity,
  summary: z.string(),
  /** Empty if all previous findings ended. */
  findings: z.array(finding),
  /** Findings of the previous assessment that ended, in their last state. */
  ended: z.array(finding),
  suggestions: z.array(z.string()),
  telling: telling.nullable(),
  /** When it was reported to the agent; null if it was not. */
  sentAt: instant.nullable(),
  /** Replaced, because an earlier call arrived late or the parameters changed. */
  superseded: z.boolean(),
};
/** Assessment of one observer at one call. */
export const assessment = timed(assessmentFields);
export type Assessment = z.infer<typeof assessment>;

/** A finding from its first to its last call, over all assessments that have it. */
export const episode = z.object({
  observer: z.string(),
  observerName: z.string(),
  /** Its last state; severity is the highest that it had. */
  finding,
  fromCall: z.int(),
  toCall: z.int(),
  /** Calls with an assessment that has it, ascending. */
  assessedAt: z.array(z.int()),
  /** Calls after which it was reported to the agent. */
  sentAt: z.array(z.int()),
  /** Call at which it ended; null while active. */
  endedAtCall: z.int().nullable(),
  /** Category label in a word or two: `Loop`. `countsCalls`: the label includes the number of calls (`Loop ×5`). */
  label: z.string(),
  countsCalls: z.boolean(),
  /** Start of the headline: `Looped`. */
  headline: z.string(),
});
export type Episode = z.infer<typeof episode>;

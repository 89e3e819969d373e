import * as z from 'zod';
import { instant, timed } from './instant.ts';

/** What an observer thinks of what it saw, least first. */
export const assessmentSeverity = z.enum(['info', 'caution', 'warning']);
export type AssessmentSeverity = z.infer<typeof assessmentSeverity>;

/** What a finding cost beyond the one try that was needed; unknown is null. Tokens are those that were not read from a cache. */
export const waste = z.object({
  calls: z.int(),
  tokens: z.int().nullable(),
  durationMs: z.number().nullable(),
  costUsd: z.number().nullable(),
});
export type Waste = z.infer<typeof waste>;

/** What a finding is, compared with the assessment before it of the same observer. */
export const standing = z.enum(['new', 'rises', 'still', 'eases']);
export type Standing = z.infer<typeof standing>;

/**
 * Where a subject means the same thing: `archive` in every session, such as the key of an error; `project` only within one project, such
 * as a relative path, and in a session without a project only there. Findings of one subject in one scope form one group.
 */
export const subjectScope = z.enum(['archive', 'project']);
export type SubjectScope = z.infer<typeof subjectScope>;

/** One entry of an assessment. */
export const finding = z.object({
  /** Such as `Repetitive Pattern`: the heading that the agent reads. */
  category: z.string(),
  /** A line for a list, cut there by its room: `Bash npm test: same result, 5 times`. */
  title: z.string(),
  description: z.string(),
  /** Lines, oldest first. */
  evidence: z.string().nullable(),
  severity: assessmentSeverity,
  /** With observer and category, tells the finding from others of its session: a key of the call, of the error, a file. */
  subject: z.string(),
  /** Where the subject means the same thing. Left out of findings stored before definitions of observers had it. */
  subjectScope: subjectScope.optional(),
  standing,
  /** Calls that it rests on, by number, ascending: the first and the last of `callCount`, at most ten. */
  calls: z.array(z.int()),
  callCount: z.int(),
  /** Ids of the records that it rests on: of those calls and of their results. */
  records: z.array(z.string()),
  waste: waste.nullable(),
});
export type Finding = z.infer<typeof finding>;

/** Why the agent is told: something new, something worse, or the same again after a while; null where it is not told. */
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
  /** Id of the record of the turn's final answer: made at the end of the turn, whose last call it was. Null: made at the call. */
  answerId: z.string().nullable().default(null),
  /** When the call ended, or the answer was given, by its record. */
  at: instant.nullable(),
  severity: assessmentSeverity,
  summary: z.string(),
  /** None: the findings before have ended. */
  findings: z.array(finding),
  /** Findings of the assessment before that are gone, as they last stood. */
  ended: z.array(finding),
  suggestions: z.array(z.string()),
  telling: telling.nullable(),
  /** When it was given to the agent; null: it was not. */
  sentAt: instant.nullable(),
  /** Replaced since: an earlier call came late, or the observer runs with other parameters now. */
  superseded: z.boolean(),
};
/** What one observer says at one call. */
export const assessment = timed(assessmentFields);
export type Assessment = z.infer<typeof assessment>;

/** A finding from where it began to where it ended, over the assessments in which it stands. */
export const episode = z.object({
  observer: z.string(),
  observerName: z.string(),
  /** As it stood last; its severity is the highest that it had. */
  finding,
  fromCall: z.int(),
  toCall: z.int(),
  /** Calls at which it was assessed, ascending. */
  assessedAt: z.array(z.int()),
  /** Calls after which the agent was told. */
  sentAt: z.array(z.int()),
  /** Call at which it was found to be over; null: it still stands. */
  endedAtCall: z.int().nullable(),
  /** Its category in a word or two: `Loop`. `countsCalls`: the number of its calls belongs to the label (`Loop ×5`). */
  label: z.string(),
  countsCalls: z.boolean(),
  /** What the session did, as the start of its headline: `Looped`. */
  headline: z.string(),
});
export type Episode = z.infer<typeof episode>;

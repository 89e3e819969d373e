import * as z from 'zod';
import { waste } from './assessment.ts';
import { instant, timed } from './instant.ts';
import { isNestedWithin, maxLevels, nestedTooDeep } from './nesting.ts';
import { showsNothing, showsSomething } from './visible.ts';

/** Severity of an observation, highest first. */
export const observationSeverity = z.enum(['critical', 'high', 'medium', 'low', 'info']);
export type ObservationSeverity = z.infer<typeof observationSeverity>;

/** Lifecycle state of an observation. */
export const observationStatus = z.enum(['open', 'acknowledged', 'resolved']);
export type ObservationStatus = z.infer<typeof observationStatus>;

/** Resolution reason; it decides what happens on a new detection (lib/observations/lifecycle.ts). */
export const resolutionReason = z.enum(['fixed', 'false_positive', 'wont_fix', 'stale']);
export type ResolutionReason = z.infer<typeof resolutionReason>;

/** Status in one word, for filters: `regressed` is open again after a fix; a resolved observation has its reason. */
export const observationState = z.enum(['open', 'regressed', 'acknowledged', 'fixed', 'false_positive', 'wont_fix', 'stale']);
export type ObservationState = z.infer<typeof observationState>;

/** Whether an observation is about files, the conversation, or both. */
export const observationSource = z.enum(['file', 'conversation', 'mixed']);
export type ObservationSource = z.infer<typeof observationSource>;

/** Triage actions of people and agents on an observation. */
export const triageAction = z.enum(['acknowledge', 'resolve', 'reopen']);
export type TriageAction = z.infer<typeof triageAction>;

/** Maximum lengths, in characters. */
export const maxNoteChars = 10_000;
export const maxContentChars = 20_000;
export const maxTitleChars = 400;
export const maxSourceRefChars = 4_096;
const maxObserverChars = 200;

/** Error with the actual and maximum length. */
export const tooLong = (text: unknown, maxChars: number): string =>
  `It has ${typeof text === 'string' ? text.length : 0} characters; the maximum is ${maxChars}`;

const content = z
  .string()
  .min(1, { abort: true })
  .max(maxContentChars, { error: ({ input }) => tooLong(input, maxContentChars) })
  .refine(showsSomething, showsNothing);

const resolution = timed({ reason: resolutionReason, note: z.string().nullable(), by: z.string(), at: instant });
export type Resolution = z.infer<typeof resolution>;

/** Evidence of the last detection by an observer. */
export const observationEvidence = z.object({
  /** Lines, oldest first. */
  text: z.string().nullable(),
  /** Call numbers, ascending; at most ten, the first and last of `callCount`. */
  calls: z.array(z.int()),
  callCount: z.int(),
  /** Ids of records of those calls. */
  records: z.array(z.string()),
});
export type ObservationEvidence = z.infer<typeof observationEvidence>;

/** Fields that observations and groups share. */
const foundFields = {
  /** Same for the same problem in other sessions; identifies the group. */
  fingerprint: z.string(),
  /** Id of the observer (`stall`), or the reporter's name. */
  observer: z.string(),
  observerName: z.string(),
  category: z.string().nullable(),
  /** Short title for lists; a group has that of its newest observation. */
  title: z.string(),
  content: z.string(),
  waste: waste.nullable(),
  /** When it was first and last found, from record times; null if no record has a time. */
  firstSeenAt: instant.nullable(),
  lastSeenAt: instant.nullable(),
  /** Last change: found again, or a new status. */
  changedAt: instant,
  /** Number of occurrences. A continuation, or a detection that shares calls with the last one, does not count again. */
  seen: z.int(),
  synthetic: z.boolean(),
  /** Its observer looked again, with other rules or parameters, and does not find it any more: stale, with its history. Deliveries queued by earlier versions lack it. */
  isNoLongerFound: z.boolean().default(false),
  /** Incremented with each change of status. */
  version: z.int(),
};

/** A problem found in one session (or reported without one), for people and agents to triage. One per fingerprint and session. */
export const observationFields = {
  ...foundFields,
  id: z.string(),
  /** Null if it was reported without a session. */
  sessionId: z.string().nullable(),
  sessionTitle: z.string().nullable(),
  project: z.string().nullable(),
  severity: observationSeverity,
  status: observationStatus,
  state: observationState,
  /** Null unless resolved. */
  resolution: resolution.nullable(),
  sourceType: observationSource,
  /** File, file and line, or message. */
  sourceRef: z.string().nullable(),
  metadata: z.record(z.string(), z.unknown()),
  /** Null if it was reported, not detected. */
  evidence: observationEvidence.nullable(),
  createdAt: instant,
  acknowledgedAt: instant.nullable(),
  resolvedAt: instant.nullable(),
  /** Resolved and archived. */
  isCleared: z.boolean(),
};
export const observation = timed(observationFields);
export type Observation = z.infer<typeof observation>;

/** An occurrence of an observation. */
export const occurrence = timed({
  /** Call of the first detection; null if it was reported. */
  callIndex: z.int().nullable(),
  /** Null if no record has a time. */
  at: instant.nullable(),
  /** Waste of this occurrence so far. */
  waste: waste.nullable(),
});
export type Occurrence = z.infer<typeof occurrence>;

/** Observations of one fingerprint, over all sessions. */
export const observationGroup = timed({
  ...foundFields,
  /** Highest severity of unresolved observations; of all if all are resolved. */
  severity: observationSeverity,
  /** `regressed` or `open` while any observation is, then `acknowledged`, else the last resolution. */
  state: observationState,
  /** Observations by status. */
  byStatus: z.object({ open: z.int(), acknowledged: z.int(), resolved: z.int() }),
  observations: z.int(),
  /** With the subagents. */
  sessions: z.int(),
  subagents: z.int(),
  /** The first five, by name. */
  projects: z.array(z.string()),
  /** Occurrences per day over the last 14 days, oldest first, in the caller's time zone. Those without a time are left out. */
  days: z.array(z.int()),
});
export type ObservationGroup = z.infer<typeof observationGroup>;

/**
 * Kind of history step: a change of status, a creation, or a higher severity of an open observation (`escalate`; status unchanged).
 * `carry_from`: took over the triage of an observation that is no longer detected, whose history has `carry_to`.
 */
export const transitionKind = z.enum([
  'create',
  'acknowledge',
  'resolve',
  'reopen',
  'regress',
  'return',
  'escalate',
  'withdraw',
  'carry_from',
  'carry_to',
  'undo',
  'clear',
]);
export type TransitionKind = z.infer<typeof transitionKind>;

/** One immutable step in the history of an observation. */
export const observationTransition = timed({
  /** Ascending over all observations. */
  seq: z.int(),
  /** Shared by all changes of one request, for undo. */
  changeId: z.string(),
  observationId: z.string(),
  sessionId: z.string().nullable(),
  fingerprint: z.string(),
  kind: transitionKind,
  /** Null: it did not exist before. */
  from: observationState.nullable(),
  to: observationState,
  note: z.string().nullable(),
  /** Name of a person, observer or agent. */
  by: z.string(),
  at: instant,
  /** Call of the detection, if that caused the step. */
  callIndex: z.int().nullable(),
  /** Observation that triage was carried over from or to. */
  otherId: z.string().nullable(),
});
export type ObservationTransition = z.infer<typeof observationTransition>;

/** How many days back: as many as anybody asks for, and no more than a time can be computed of. */
export const daysAgo = z.number().positive().max(1e9);

/** Filter of observations and groups: any value within a field, all fields together. */
export const observationFilter = z.strictObject({
  states: z.array(observationState).optional(),
  severities: z.array(observationSeverity).optional(),
  /** Ids or names. */
  observers: z.array(z.string()).optional(),
  projects: z.array(z.string()).optional(),
  sessionId: z.string().optional(),
  fingerprint: z.string().optional(),
  /** Last found within this many days; never matches without a known time. */
  seenWithinDays: daysAgo.optional(),
  /** Whether feedback about it was sent to the agent when it was found; of a group, about one of its observations. */
  sent: z.boolean().optional(),
  /** Text to find in title, content, observer, category, project or source, ignoring case. */
  q: z.string().max(400).optional(),
  /** Includes archived observations. */
  withCleared: z.boolean().optional(),
});
export type ObservationFilter = z.infer<typeof observationFilter>;

/** List single observations, or one group per fingerprint. */
export const observationView = z.enum(['groups', 'single']);
export type ObservationView = z.infer<typeof observationView>;

export const observationSort = z.enum(['severity', 'last_seen', 'first_seen', 'seen', 'sessions', 'created_at']);
export type ObservationSort = z.infer<typeof observationSort>;

/** Counts over all matches, not just the page; zero counts are left out. */
export const observationCounts = z.object({
  bySeverity: z.partialRecord(observationSeverity, z.int()),
  byStatus: z.partialRecord(observationStatus, z.int()),
  byObserver: z.record(z.string(), z.int()),
});
export type ObservationCounts = z.infer<typeof observationCounts>;

const facet = <Value extends z.ZodType>(value: Value) => z.array(z.object({ value, label: z.string(), count: z.int() }));

/** Facets; each count ignores the filter on its own field. Ages are cumulative: found within that many days. */
export const observationFacets = z.object({
  severities: facet(observationSeverity),
  states: facet(observationState),
  observers: facet(z.string()),
  projects: facet(z.string()),
  ages: facet(z.string()),
  /** Whether it was sent to the agent. */
  sent: facet(z.enum(['yes', 'no'])),
  /** Occurrences over all matches. */
  occurrences: z.int(),
  /** Over all observations, without filters. */
  total: z.int(),
});
export type ObservationFacets = z.infer<typeof observationFacets>;

/** Any JSON with limited nesting. */
const observationMetadata = z.record(z.string(), z.unknown()).refine((value) => isNestedWithin(value, maxLevels), nestedTooDeep);

/** Input for a reported observation, from a reviewer, agent or person; all inputs derive from it. */
export const observationDraft = z.object({
  observer: z.string().trim().min(1, { abort: true }).max(maxObserverChars).refine(showsSomething, showsNothing),
  content,
  severity: observationSeverity,
  sourceType: observationSource,
  sourceRef: z.string().max(maxSourceRefChars).nullable(),
  metadata: observationMetadata,
});
export type ObservationDraft = z.infer<typeof observationDraft>;

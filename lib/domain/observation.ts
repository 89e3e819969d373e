import * as z from 'zod';
import { waste } from './assessment.ts';
import { instant, timed } from './instant.ts';
import { isNestedWithin, maxLevels, nestedTooDeep } from './nesting.ts';
import { showsNothing, showsSomething } from './visible.ts';

/** How much an observation matters, most first. */
export const observationSeverity = z.enum(['critical', 'high', 'medium', 'low', 'info']);
export type ObservationSeverity = z.infer<typeof observationSeverity>;

/** Where an observation stands in its life. */
export const observationStatus = z.enum(['open', 'acknowledged', 'resolved']);
export type ObservationStatus = z.infer<typeof observationStatus>;

/** Why one was resolved; it says what happens when the same is found again (lib/observations/lifecycle.ts). */
export const resolutionReason = z.enum(['fixed', 'false_positive', 'wont_fix', 'stale']);
export type ResolutionReason = z.infer<typeof resolutionReason>;

/** Status in one word, as lists filter it: `regressed` is open again after it was fixed, a resolved one is its reason. */
export const observationState = z.enum(['open', 'regressed', 'acknowledged', 'fixed', 'false_positive', 'wont_fix', 'stale']);
export type ObservationState = z.infer<typeof observationState>;

/** What an observation is about. */
export const observationSource = z.enum(['file', 'conversation', 'mixed']);
export type ObservationSource = z.infer<typeof observationSource>;

/** What people and agents do to an observation. */
export const triageAction = z.enum(['acknowledge', 'resolve', 'reopen']);
export type TriageAction = z.infer<typeof triageAction>;

/** Longest texts that are taken, in characters. */
export const maxNoteChars = 10_000;
export const maxContentChars = 20_000;
export const maxTitleChars = 400;
export const maxSourceRefChars = 4_096;
const maxObserverChars = 200;

/** Says how long a text is that is not taken. */
export const tooLong = (text: unknown, most: number): string =>
  `It has ${typeof text === 'string' ? text.length : 0} characters; the maximum is ${most}`;

const content = z
  .string()
  .min(1, { abort: true })
  .max(maxContentChars, { error: ({ input }) => tooLong(input, maxContentChars) })
  .refine(showsSomething, showsNothing);

const resolution = timed({ reason: resolutionReason, note: z.string().nullable(), by: z.string(), at: instant });
export type Resolution = z.infer<typeof resolution>;

/** What an observation rests on, where observers found it: as it stood last. */
export const observationEvidence = z.object({
  /** Lines, oldest first. */
  text: z.string().nullable(),
  /** Calls, ascending: the first and the last of `callCount`, at most ten. */
  calls: z.array(z.int()),
  callCount: z.int(),
  /** Ids of records of those calls. */
  records: z.array(z.string()),
});
export type ObservationEvidence = z.infer<typeof observationEvidence>;

/** What an observation and the group that it is in have alike. */
const foundFields = {
  /** Same for the same thing in other sessions: they are one group. */
  fingerprint: z.string(),
  /** Id of the observer (`stall`), or the name that a reviewer told. */
  observer: z.string(),
  observerName: z.string(),
  category: z.string().nullable(),
  /** A few words for a list; a group's are of the newest. */
  title: z.string(),
  content: z.string(),
  waste: waste.nullable(),
  /** When it was found first and last, by the records' times, where any told one; null where none did. */
  firstSeenAt: instant.nullable(),
  lastSeenAt: instant.nullable(),
  /** When anything of it changed: it was found again, or its status changed. */
  changedAt: instant,
  /** How often it began; what goes on or rests on calls that it rested on before is the same time. */
  seen: z.int(),
  synthetic: z.boolean(),
  /** Grows with each change of status. */
  version: z.int(),
};

/** Something that was found in one session (or told without one), which people and agents work through. One for each fingerprint in a session. */
export const observationFields = {
  ...foundFields,
  id: z.string(),
  /** Null: it was told without a session. */
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
  /** Null where none of the observers of calls found it. */
  evidence: observationEvidence.nullable(),
  createdAt: instant,
  acknowledgedAt: instant.nullable(),
  resolvedAt: instant.nullable(),
  /** Resolved and archived. */
  isCleared: z.boolean(),
};
export const observation = timed(observationFields);
export type Observation = z.infer<typeof observation>;

/** One time that an observation began, of those that it `seen` counts. */
export const occurrence = timed({
  /** The call at which it was first said; null: it was told. */
  callIndex: z.int().nullable(),
  /** Null where no record told a time. */
  at: instant.nullable(),
  /** Of this time, as far as it has come. */
  waste: waste.nullable(),
});
export type Occurrence = z.infer<typeof occurrence>;

/** Observations of one fingerprint, over all sessions. */
export const observationGroup = timed({
  ...foundFields,
  /** The worst of those that are not resolved; of all, where all are. */
  severity: observationSeverity,
  /** `regressed` or `open` while any is, then `acknowledged`, else why the last one was resolved. */
  state: observationState,
  /** How many of it stand where. */
  byStatus: z.object({ open: z.int(), acknowledged: z.int(), resolved: z.int() }),
  observations: z.int(),
  sessions: z.int(),
  /** The first five, by name. */
  projects: z.array(z.string()),
  /** Of the last 14 days, oldest first: how often it began, by days of the asker's clock; what no record gave a time is in none. */
  days: z.array(z.int()),
});
export type ObservationGroup = z.infer<typeof observationGroup>;

/**
 * Why the status of an observation changed, that it was made, or that an open one became more severe (`escalate`; its status stays).
 * `carry_from`: it took over the triage of one that is no longer found, whose history says `carry_to`.
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

/** One step in the history of an observation; never changed afterwards. */
export const observationTransition = timed({
  /** Ascending over all. */
  seq: z.int(),
  /** Same for all that one request changed: what undo takes back. */
  changeId: z.string(),
  observationId: z.string(),
  sessionId: z.string().nullable(),
  fingerprint: z.string(),
  kind: transitionKind,
  /** Null: it did not exist before. */
  from: observationState.nullable(),
  to: observationState,
  note: z.string().nullable(),
  /** Who: a person's name, an observer's, an agent. */
  by: z.string(),
  at: instant,
  /** Call at which it was found, where that is why. */
  callIndex: z.int().nullable(),
  /** Where triage was carried over: the observation that it came from, or went to. */
  otherId: z.string().nullable(),
});
export type ObservationTransition = z.infer<typeof observationTransition>;

/** What a list of observations or of groups is narrowed by; within one field any of its values, over fields all. */
export const observationFilter = z.strictObject({
  states: z.array(observationState).optional(),
  severities: z.array(observationSeverity).optional(),
  /** Ids or names. */
  observers: z.array(z.string()).optional(),
  projects: z.array(z.string()).optional(),
  sessionId: z.string().optional(),
  fingerprint: z.string().optional(),
  /** Found within this many days before now; without a known time, never. */
  seenWithinDays: z.number().positive().optional(),
  /** Text in title, content, observer, category, project or source, whatever its case. */
  q: z.string().max(400).optional(),
  /** Includes archived observations. */
  withCleared: z.boolean().optional(),
});
export type ObservationFilter = z.infer<typeof observationFilter>;

/** A list shows observations one by one, or those of one fingerprint as a group. */
export const observationView = z.enum(['groups', 'single']);
export type ObservationView = z.infer<typeof observationView>;

export const observationSort = z.enum(['severity', 'last_seen', 'first_seen', 'seen', 'sessions', 'created_at']);
export type ObservationSort = z.infer<typeof observationSort>;

/** Over everything that matches, not over the page; words that do not occur are left out. */
export const observationCounts = z.object({
  bySeverity: z.partialRecord(observationSeverity, z.int()),
  byStatus: z.partialRecord(observationStatus, z.int()),
  byObserver: z.record(z.string(), z.int()),
});
export type ObservationCounts = z.infer<typeof observationCounts>;

const facet = <Value extends z.ZodType>(value: Value) => z.array(z.object({ value, label: z.string(), count: z.int() }));

/** Values to narrow by, each counted as if nothing were chosen in its own field. Ages are cumulative: found within that many days. */
export const observationFacets = z.object({
  severities: facet(observationSeverity),
  states: facet(observationState),
  observers: facet(z.string()),
  projects: facet(z.string()),
  ages: facet(z.string()),
  /** How often all that matches was found. */
  occurrences: z.int(),
  /** Of all, whatever is chosen. */
  total: z.int(),
});
export type ObservationFacets = z.infer<typeof observationFacets>;

/** Anything that is JSON and that every reader can walk through. */
const observationMetadata = z.record(z.string(), z.unknown()).refine((value) => isNestedWithin(value, maxLevels), nestedTooDeep);

/** What someone tells: a reviewer, an agent, a person. Everything that takes an observation is built of its fields. */
export const observationDraft = z.object({
  observer: z.string().trim().min(1, { abort: true }).max(maxObserverChars).refine(showsSomething, showsNothing),
  content,
  severity: observationSeverity,
  sourceType: observationSource,
  sourceRef: z.string().max(maxSourceRefChars).nullable(),
  metadata: observationMetadata,
});
export type ObservationDraft = z.infer<typeof observationDraft>;

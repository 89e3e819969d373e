import * as z from 'zod';
import { dayMs } from '../domain/instant.ts';
import {
  maxTitleChars,
  observationDraft,
  observationSeverity,
  observationSource,
  observationState,
  observationStatus,
  resolutionReason,
  type Observation,
  type ObservationState,
} from '../domain/observation.ts';
import { isNestedWithin, maxLevels, nestedTooDeep } from '../domain/nesting.ts';
import { note } from '../domain/triage.ts';
import { isHashId } from '../session/ids.ts';
import { toReason, toStatus } from './lifecycle.ts';
import { toOneLine } from '../print/one-line.ts';
import { describeSchemaIssue } from '../domain/describe-schema-issue.ts';
import { quote } from './quote.ts';
import type { ReportedObservation } from './detection.ts';
import { toReportedObservation } from './reported.ts';

/** Maximum length of a foreign field name in a problem. */
const maxNameChars = 80;
const maxReported = 5;

/** An ISO 8601 time as written by Python or JavaScript; without a zone it is UTC. */
const time = z.iso
  .datetime({ offset: true, local: true, error: 'use a time such as 2026-01-31T12:00:00Z' })
  .transform((iso) => Date.parse(/(?:Z|[+-]\d\d:?\d\d)$/u.test(iso) ? iso : `${iso}Z`));

const oneOf = <Value extends string>(options: readonly Value[]) =>
  z.enum(options, { error: ({ input }) => `use ${options.join(', ')}${input === undefined ? '' : `, not ${quote(input)}`}` });

/** Our additional fields, under one key of the metadata to avoid collisions. */
const beyond = z.object({
  fingerprint: z.string(),
  session_id: z.string().nullable(),
  /** The observer's id. */
  observer: observationDraft.shape.observer,
  title: z.string().max(maxTitleChars),
  state: observationState,
  resolved_by: z.string().max(200).nullable(),
  /** False if the detection time is unknown; `created_at` is then the read time. */
  timed: z.boolean().optional(),
  /** True if its observer does not find it any more. */
  no_longer_found: z.boolean().optional(),
});

const seedFields = {
  id: z.string().optional(),
  observer: observationDraft.shape.observer,
  content: observationDraft.shape.content,
  severity: oneOf(observationSeverity.options),
  status: oneOf(observationStatus.options).optional(),
  created_at: time.nullish(),
  acknowledged_at: time.nullish(),
  resolved_at: time.nullish(),
  metadata: observationDraft.shape.metadata.pipe(z.looseObject({ observatory: beyond.optional() })).nullish(),
  /** `unknown` is specified for unparseable answers. */
  source_type: oneOf([...observationSource.options, 'unknown']).nullish(),
  source_ref: observationDraft.shape.sourceRef.optional(),
  resolution_note: note.optional(),
};
/** Fields beyond those are kept in the metadata. */
const seedObservation = z.looseObject(seedFields);
type Seed = z.output<typeof seedObservation>;

/** An observation in the fields of the specification, in its order, and `resolution_note`. */
export type SeedForm = { [Name in keyof typeof seedFields]: unknown };

const toIso = (atMs: number | null): string | null => (atMs === null ? null : new Date(atMs).toISOString());

export const toSeedForm = (observation: Observation): SeedForm => {
  const { fingerprint, sessionId, observer, title, state, resolution, category } = observation;
  const ours: z.input<typeof beyond> = {
    fingerprint,
    session_id: sessionId,
    observer,
    title,
    state,
    resolved_by: resolution?.by ?? null,
    ...(observation.firstSeenAtMs === null && { timed: false }),
    ...(observation.isNoLongerFound && { no_longer_found: true }),
  };
  return {
    id: observation.id,
    observer: observation.observerName,
    content: observation.content,
    severity: observation.severity,
    status: observation.status,
    created_at: toIso(observation.createdAtMs),
    acknowledged_at: toIso(observation.acknowledgedAtMs),
    resolved_at: toIso(observation.resolvedAtMs),
    metadata: {
      ...(category !== null && { category }),
      ...observation.metadata,
      observatory: ours,
    },
    source_type: observation.sourceType,
    source_ref: observation.sourceRef,
    resolution_note: resolution?.note ?? null,
  };
};

/** Defaults for missing fields. */
export type ReportDefaults = { sessionId: string | null; nowMs: number; by: string };

const toState = ({ status, metadata }: Seed): ObservationState => {
  const reported = metadata?.observatory?.state;
  if (reported !== undefined && toStatus(reported) === status) return reported;
  if (status === 'acknowledged') return status;
  if (status !== 'resolved') return 'open';
  return resolutionReason.safeParse(metadata?.reason).data ?? 'fixed';
};

const isTimed = ({ created_at, metadata }: Seed): boolean => typeof created_at === 'number' && metadata?.observatory?.timed !== false;

/** Last known change; the read time does not count. */
const findSince = (seed: Seed): number | null => {
  const known = [isTimed(seed) ? seed.created_at : null, seed.acknowledged_at, seed.resolved_at].filter((atMs) => typeof atMs === 'number');
  return known.length > 0 ? Math.max(...known) : null;
};

const toGiven = (seed: Seed, atMs: number, by: string): ReportedObservation['given'] => {
  if (seed.status === undefined) return null;
  const state = toState(seed);
  const [reason, sinceMs] = [toReason(state), findSince(seed)];
  const acknowledgedAtMs = seed.acknowledged_at ?? (state === 'acknowledged' ? atMs : null);
  if (reason === null) return { state, acknowledgedAtMs, resolution: null, sinceMs };
  const resolution = {
    reason,
    note: seed.resolution_note ?? null,
    by: seed.metadata?.observatory?.resolved_by ?? by,
    atMs: seed.resolved_at ?? acknowledgedAtMs ?? atMs,
  };
  return { state, acknowledgedAtMs, resolution, sinceMs };
};

/** All fields without a column, including a foreign id. */
const toMetadata = (seed: Seed): Record<string, unknown> => {
  const { observatory, ...metadata } = seed.metadata ?? {};
  const extra = Object.fromEntries(Object.entries(seed).filter(([name]) => !Object.hasOwn(seedFields, name)));
  const isOthers = seed.id !== undefined && !isHashId(seed.id);
  return {
    ...(isOthers && { id: seed.id }),
    ...extra,
    ...metadata,
    ...(observatory !== undefined && { fingerprint: observatory.fingerprint }),
  };
};

const toReported = (seed: Seed, { sessionId, nowMs, by }: ReportDefaults): ReportedObservation => {
  const ours = seed.metadata?.observatory;
  const atMs = seed.created_at ?? Math.min(nowMs, seed.acknowledged_at ?? nowMs, seed.resolved_at ?? nowMs);
  const sourceType = seed.source_type ?? 'conversation';
  return toReportedObservation({
    draft: {
      observer: ours?.observer ?? seed.observer,
      content: seed.content,
      severity: seed.severity,
      sourceType: sourceType === 'unknown' ? 'conversation' : sourceType,
      sourceRef: seed.source_ref ?? null,
      metadata: toMetadata(seed),
    },
    sessionId: ours?.session_id ?? sessionId,
    atMs,
    isTimed: isTimed(seed),
    observerName: seed.observer,
    title: ours?.title,
    given: toGiven(seed, atMs, by),
  });
};

/** Rejects impossible times. Times of our own exports are accepted as recorded. */
const listOddTimes = (seed: Seed, nowMs: number): string[] => {
  if (seed.metadata?.observatory) return [];
  const createdAtMs = seed.created_at ?? null;
  return (['created_at', 'acknowledged_at', 'resolved_at'] as const).flatMap((name) => {
    const atMs = seed[name] ?? null;
    if (atMs === null) return [];
    if (atMs < 0) return [`${name}: is before 1970`];
    // Tolerates clock skew and missing zones.
    if (atMs > nowMs + dayMs) return [`${name}: is in the future`];
    return createdAtMs !== null && atMs < createdAtMs ? [`${name}: is before created_at`] : [];
  });
};

/** Fields nested too deep for the metadata. */
const listTooDeep = (value: unknown): string[] =>
  typeof value !== 'object' || value === null
    ? []
    : Object.entries(value)
        // The others come one level deeper, into the metadata.
        .filter(([name, inner]) => !isNestedWithin(inner, name === 'metadata' ? maxLevels : maxLevels - 1))
        .map(([name]) => `${toOneLine(name, maxNameChars)}: ${nestedTooDeep}`);

/** Parses the specified fields; problems name the field and its valid values. Only observer, content and severity are required. */
export const parseSeedForm = (value: unknown, reportDefaults: ReportDefaults): { reported: ReportedObservation } | { problem: string } => {
  const tooDeep = listTooDeep(value);
  if (tooDeep.length > 0) return { problem: tooDeep.slice(0, maxReported).join('; ') };
  const { success, data, error } = seedObservation.safeParse(value);
  const odd = success ? listOddTimes(data, reportDefaults.nowMs) : [];
  if (odd.length > 0) return { problem: odd.join('; ') };
  if (success) return { reported: toReported(data, reportDefaults) };
  const said = error.issues.map((issue) =>
    [...(issue.path.length > 0 ? [issue.path.join('.')] : []), describeSchemaIssue(issue)].join(': '),
  );
  return { problem: said.join('; ') };
};

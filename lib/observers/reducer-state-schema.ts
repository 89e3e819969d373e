import * as z from 'zod';
import { assessmentSeverity, finding } from '../domain/assessment.ts';
import { instantRange } from '../domain/instant.ts';
import { outcome } from '../domain/outcome.ts';
import { toolKind } from '../domain/tool-call.ts';
import { traitNames, type ObservedCall } from './observed-call.ts';
import { maxRecentCalls, type ObserverState } from './observer.ts';
import type { ReducerState } from './run.ts';

const atMs = z.number().min(instantRange[0]).max(instantRange[1]);

/** A call as it is remembered: the specification's ToolCallRecord. */
export const observedCall: z.ZodType<ObservedCall> = z.strictObject({
  id: z.string(),
  resultId: z.string().nullable(),
  index: z.int(),
  decision: z.int(),
  turnIdx: z.int().nullable(),
  name: z.string(),
  kind: toolKind,
  summary: z.string(),
  callKey: z.string(),
  resultKey: z.string().nullable(),
  errorKey: z.string().nullable(),
  outcome,
  atMs: atMs.nullable(),
  durationMs: z.number().nullable(),
  tokens: z.number().nullable(),
  costUsd: z.number().nullable(),
  paidBy: z.int().optional(),
  error: z.string().nullable(),
  traits: z.array(z.enum(traitNames)),
  paths: z.array(z.string()),
  edits: z.array(z.strictObject({ path: z.string(), from: z.string().nullable(), to: z.string() })),
  // Earlier states have `promptPaths` instead, which is null among the newest calls.
  promptScope: z
    .strictObject({ change: z.array(z.string()), keep: z.array(z.string()) })
    .nullable()
    .default(null),
});

const observerState: z.ZodType<ObserverState> = z.strictObject({
  toolCallsSinceAssessment: z.int().min(0),
  lastAssessmentTimeMs: atMs.nullable(),
  lastAssessmentCallIndex: z.int().min(0),
  totalAssessments: z.int().min(0),
});

/** Where one observer stands: the specification's ObserverState, with what the observer keeps and what it found. */
export const observerSlice = z.strictObject({
  key: z.string(),
  state: observerState,
  own: z.json(),
  standing: z.array(z.strictObject({ finding, sinceCall: z.int(), toldAtCall: z.int().nullable() })),
  ended: z
    .array(
      z.strictObject({
        category: z.string(),
        subject: z.string(),
        severity: assessmentSeverity,
        sinceCall: z.int(),
        lastCall: z.int(),
        endedAtCall: z.int(),
        toldAtCall: z.int().nullable(),
      }),
    )
    // Earlier states do not keep it.
    .default([]),
  unrecorded: z
    .strictObject({ callId: z.string(), callIndex: z.int(), atMs: atMs.nullable(), suggestions: z.array(z.string()) })
    .nullable()
    // Older states have no unrecorded run.
    .default(null),
});

/** A reducer state from outside this process. */
export const reducerStateSchema: z.ZodType<ReducerState> = z.strictObject({
  calls: z.int().min(0),
  consecutiveErrors: z.int().min(0),
  endedAt: z.int().min(0),
  recent: z.array(observedCall).max(maxRecentCalls),
  slices: z.array(observerSlice),
  findings: z.int().min(0),
  worst: assessmentSeverity.nullable(),
});

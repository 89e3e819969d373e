import * as z from 'zod';
import { assessmentSeverity } from './assessment.ts';
import { observerEntry, trigger } from './observer-config.ts';
import { observerPrecision } from './precision.ts';

/** Parameter of an observer for a form, with bounds and steps from its schema. */
const parameter = z.object({
  name: z.string(),
  description: z.string(),
  type: z.enum(['integer', 'number', 'boolean', 'choice', 'texts']),
  /** Whether null is allowed. */
  nullable: z.boolean(),
  choices: z.array(z.string()).nullable(),
  least: z.number().nullable(),
  /** Whether `least` itself is excluded. */
  leastExcluded: z.boolean(),
  most: z.number().nullable(),
});

const preset = z.object({ trigger, parameters: z.record(z.string(), z.unknown()) });

/** An available observer with its parameters and statistics. */
export const observerKind = z.object({
  id: z.string(),
  name: z.string(),
  version: z.int(),
  description: z.string(),
  /** Why it is off by default; null if it is on. */
  offByDefault: z.string().nullable(),
  parameters: z.array(parameter),
  /** `reference` is null if the specification does not define this observer. */
  presets: z.object({ default: preset, reference: preset.nullable() }),
  /** Its configuration; null if it is not configured. */
  entry: observerEntry.nullable(),
  /** Counts each finding of a session once, with its highest severity. */
  found: z.array(z.object({ category: z.string(), severity: assessmentSeverity, sessions: z.int(), findings: z.int() })),
  /** Precision according to triage. */
  triage: observerPrecision,
});

/** Who reported observations and is not a built-in observer: an agent, a reviewer, a person. */
export const reviewer = z.object({ id: z.string(), name: z.string(), groups: z.int(), triage: observerPrecision });

export type ObserverKindShown = z.output<typeof observerKind>;
export type Reviewer = z.infer<typeof reviewer>;

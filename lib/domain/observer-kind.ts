import * as z from 'zod';
import { assessmentSeverity } from './assessment.ts';
import { observerEntry, trigger } from './observer-config.ts';
import { observerPrecision } from './precision.ts';

/** A parameter of an observer, for a form: bounds and steps as its schema has them. */
const parameter = z.object({
  name: z.string(),
  description: z.string(),
  type: z.enum(['integer', 'number', 'boolean', 'choice', 'texts']),
  /** Whether null is a value, too. */
  nullable: z.boolean(),
  choices: z.array(z.string()).nullable(),
  least: z.number().nullable(),
  /** Whether the value must be over `least`. */
  leastExcluded: z.boolean(),
  most: z.number().nullable(),
});

const preset = z.object({ trigger, parameters: z.record(z.string(), z.unknown()) });

/** An observer that there is: what it looks for, its parameters, and what it found in the archive. */
export const observerKind = z.object({
  id: z.string(),
  name: z.string(),
  version: z.int(),
  description: z.string(),
  /** Why it runs only where the configuration names it; null: it runs unless the configuration says otherwise. */
  offByDefault: z.string().nullable(),
  parameters: z.array(parameter),
  /** `reference` null: the specification does not describe this observer. */
  presets: z.object({ default: preset, reference: preset.nullable() }),
  /** As it is configured; null: it is not. */
  entry: observerEntry.nullable(),
  /** Each finding of a session once, under the worst severity that it had. */
  found: z.array(z.object({ category: z.string(), severity: assessmentSeverity, sessions: z.int(), findings: z.int() })),
  /** How right it was, by what triage said of its groups. */
  triage: observerPrecision,
});

/** Who reported observations and is not a built-in observer: an agent, a reviewer, a person. */
export const reviewer = z.object({ id: z.string(), name: z.string(), groups: z.int(), triage: observerPrecision });

export type ObserverKindShown = z.output<typeof observerKind>;
export type Reviewer = z.infer<typeof reviewer>;

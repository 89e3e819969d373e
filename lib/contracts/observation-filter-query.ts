import * as z from 'zod';
import { observationSeverity, observationState } from '../domain/observation.ts';

/** Several values of one field in an address: `open,regressed`. */
const listed = <Value extends z.ZodType<string, string>>(value: Value) =>
  z
    .string()
    .transform((text) => text.split(','))
    .pipe(z.array(value))
    .optional();
/** Names may hold commas: one JSON list. */
const listedNames = z
  .string()
  .max(20_000)
  .transform((text, context): unknown => {
    try {
      return JSON.parse(text);
    } catch {
      context.addIssue({ code: 'custom', message: 'Give a JSON list of names, such as ["stall"].' });
      return z.NEVER;
    }
  })
  .pipe(z.array(z.string().max(400)))
  .optional();

/** A filter as it stands in an address; `toObservationFilter` of the services makes the domain's of it. */
export const observationFilterQuery = z.object({
  state: listed(observationState),
  severity: listed(observationSeverity),
  observer: listedNames,
  project: listedNames,
  session: z.string().optional(),
  fingerprint: z.string().optional(),
  /** Days. */
  seen: z.coerce.number().positive().max(36_500).optional(),
  q: z.string().max(400).optional(),
  cleared: z.stringbool().optional(),
});

import * as z from 'zod';
import { daysAgo, observationSeverity, observationState, type ObservationFilter, type ObservationSort } from '../domain/observation.ts';

/** Comma-separated values of one field in a URL: `open,regressed`. */
const listed = <Value extends z.ZodType<string, string>>(value: Value) =>
  z
    .string()
    .transform((text) => text.split(','))
    .pipe(z.array(value))
    .optional();
/** Names may contain commas, so they are a JSON list. */
const listedNames = z
  .string()
  .max(20_000)
  .transform((text, context): unknown => {
    try {
      return JSON.parse(text);
    } catch {
      context.addIssue({ code: 'custom', message: 'Expected a JSON list of names, such as ["stall"].' });
      return z.NEVER;
    }
  })
  .pipe(z.array(z.string().max(400)))
  .optional();

/** An observation filter as written in a URL. */
export const observationFilterQuery = z.object({
  state: listed(observationState),
  severity: listed(observationSeverity),
  observer: listedNames,
  project: listedNames,
  session: z.string().optional(),
  fingerprint: z.string().optional(),
  /** Days. */
  seen: z.coerce.number().pipe(daysAgo).optional(),
  sent: z.stringbool().optional(),
  q: z.string().max(400).optional(),
  cleared: z.stringbool().optional(),
});

type FilterQuery = z.output<typeof observationFilterQuery>;

/** Filter from URL parameters. `sessionId` is as in the URL. */
export const toObservationFilter = (query: FilterQuery): ObservationFilter => ({
  ...(query.state && { states: query.state }),
  ...(query.severity && { severities: query.severity }),
  ...(query.observer && { observers: query.observer }),
  ...(query.project && { projects: query.project }),
  ...(query.session !== undefined && { sessionId: query.session }),
  ...(query.fingerprint !== undefined && { fingerprint: query.fingerprint }),
  ...(query.seen !== undefined && { seenWithinDays: query.seen }),
  ...(query.sent !== undefined && { sent: query.sent }),
  ...(query.q !== undefined && query.q !== '' && { q: query.q }),
  ...(query.cleared !== undefined && { withCleared: query.cleared }),
});

type ListQuery = FilterQuery & { sort: ObservationSort; order: 'asc' | 'desc'; cursor?: string; limit: number };

/** List options from URL parameters. */
export const toObservationList = (query: ListQuery) => ({
  filter: toObservationFilter(query),
  sort: query.sort,
  descending: query.order === 'desc',
  cursor: query.cursor ?? null,
  limit: query.limit,
});

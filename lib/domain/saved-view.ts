import * as z from 'zod';
import { instant, timed } from './instant.ts';
import { observationFilter, observationSort, observationView } from './observation.ts';

export const maxViewNameChars = 60;
export const maxSavedViews = 50;

/** A list of observations: what it is narrowed to, and in what order. */
export const shownList = z.strictObject({
  filter: observationFilter,
  view: observationView.default('groups'),
  sort: observationSort.default('severity'),
  order: z.enum(['asc', 'desc']).default('desc'),
});

export type SavedList = z.infer<typeof shownList>;

/** A list that somebody named. `shown` is null where this version cannot read what another one saved. */
export const savedView = timed({ id: z.string(), name: z.string(), shown: shownList.nullable(), savedAt: instant });
export type SavedView = z.infer<typeof savedView>;

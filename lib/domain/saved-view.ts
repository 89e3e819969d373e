import * as z from 'zod';
import { instant, timed } from './instant.ts';
import { daysAgo, observationFilter, observationSeverity, observationSort, observationState, observationView } from './observation.ts';

export const maxViewNameChars = 60;
export const maxSavedViews = 50;

const name = z.string().min(1).max(400);
const names = z.array(name).max(200);

/** A list of observations: what it is narrowed to, as far as an address can say it, and in what order. */
export const shownList = z.strictObject({
  filter: observationFilter.extend({
    states: z.array(observationState).max(observationState.options.length).optional(),
    severities: z.array(observationSeverity).max(observationSeverity.options.length).optional(),
    observers: names.optional(),
    projects: names.optional(),
    sessionId: name.optional(),
    fingerprint: name.optional(),
    /** Whole days. */
    seenWithinDays: daysAgo.int().optional(),
  }),
  view: observationView.default('groups'),
  sort: observationSort.default('severity'),
  order: z.enum(['asc', 'desc']).default('desc'),
});

export type SavedList = z.infer<typeof shownList>;

/** A list of sessions as its address has it, without the page: `project=shop&errors=true`. Empty: all sessions. */
export const shownSessions = z.strictObject({ list: z.string().max(4_000) });
export type SavedSessions = z.infer<typeof shownSessions>;

/** A list of sessions that somebody named. */
export const savedSessionView = timed({ id: z.string(), name: z.string(), shown: shownSessions, savedAt: instant });
export type SavedSessionView = z.infer<typeof savedSessionView>;

/** A list that somebody named. `shown` is null where this version cannot read what another one saved. */
export const savedView = timed({ id: z.string(), name: z.string(), shown: shownList.nullable(), savedAt: instant });
export type SavedView = z.infer<typeof savedView>;

/** As it is stored: views of observations and of sessions stand together, so that a name is unique among all. */
export type StoredView = Omit<SavedView, 'shown'> & { shown: SavedList | SavedSessions | null };

export const isOfSessions = (view: StoredView): view is SavedSessionView => view.shown !== null && 'list' in view.shown;
export const isOfObservations = (view: StoredView): view is SavedView => !isOfSessions(view);

import * as z from 'zod';
import { instant, timed } from './instant.ts';
import { outcome } from './outcome.ts';
import { listedFields, searchKinds } from './search-names.ts';

export const searchKind = z.enum(searchKinds);
export type SearchKind = z.infer<typeof searchKind>;

/**
 * A phrase of one word or several. At least one of the `any` terms must match, every `all` term must match, and no `none` term may match.
 * `isPrefix`: the last word may go on.
 */
export type SearchTerm = { words: readonly string[]; role: 'any' | 'all' | 'none'; isPrefix: boolean };

/** Conditions all hold; of `values`, one does. */
export type SearchCondition =
  | { field: 'kind' | 'tool' | 'project' | 'agent' | 'model' | 'outcome' | 'session'; values: string[]; isNot: boolean }
  | { field: 'since' | 'before'; atMs: number }
  | { field: 'finding' | 'starred'; isNot: boolean };

const sessionFields = {
  id: z.string(),
  title: z.string().nullable(),
  project: z.string().nullable(),
  /** The agent, such as `claude-code`. */
  agent: z.string(),
  startedAt: instant.nullable(),
  synthetic: z.boolean(),
  /** When it was starred; null if it is not. */
  starredAt: instant.nullable(),
};
export const hitSession = timed(sessionFields);
export type HitSession = z.infer<typeof hitSession>;

/** A record or an observation that matches. */
export const searchHit = timed({
  /** Null for an observation that was reported without a session. */
  sessionId: z.string().nullable(),
  recordId: z.string().nullable(),
  observationId: z.string().nullable(),
  /** Position in the session; null for an observation. */
  seq: z.int().nullable(),
  /** Number of the call that the record is or answers. */
  callIndex: z.int().nullable(),
  kind: searchKind,
  tool: z.string().nullable(),
  outcome: outcome.nullable(),
  /** The person took its turn back: it counts in tokens and cost only. */
  takenBack: z.boolean(),
  at: instant.nullable(),
  /** −bm25: higher is better. Null without words to look for. */
  score: z.number().nullable(),
  excerpt: z.string(),
  /** Matches in the excerpt, as UTF-16 offsets; the end is exclusive. */
  ranges: z.array(z.tuple([z.int(), z.int()])),
  session: hitSession.nullable(),
});
export type SearchHit = z.infer<typeof searchHit>;

/** The hits of one session, the best first. */
export const searchGroup = z.object({ session: hitSession.nullable(), total: z.int(), hits: z.array(searchHit) });
export type SearchGroup = z.infer<typeof searchGroup>;

const facet = z.object({ value: z.string(), label: z.string(), count: z.int() });
export const searchFacets = z.object({ kinds: z.array(facet), projects: z.array(facet), agents: z.array(facet) });
export type SearchFacets = z.infer<typeof searchFacets>;

export const listedField = z.enum(listedFields);
export type ListedField = z.infer<typeof listedField>;
/**
 * A name. `about` explains a name that does not explain itself: the title of a session. `count`: number of matching records with the name.
 * For a query without words: number of sessions with the name, null for a session. For a tool, in that case and where over 5,000 calls and
 * results match: number of the last 20,000 calls that called the tool.
 */
export const searchValue = z.object({ value: z.string(), about: z.string(), count: z.int().nullable() });
export type SearchValue = z.infer<typeof searchValue>;

export const savedSearch = timed({ id: z.string(), name: z.string(), query: z.string(), savedAt: instant });

const answerFields = {
  query: z.string(),
  /** All that match. */
  total: z.int(),
  nextCursor: z.string().nullable(),
  tookMs: z.number(),
  /** Limits of the answer, in words. */
  notes: z.array(z.string()),
};
export const searchAnswer = z.object({ ...answerFields, hits: z.array(searchHit) });
export type SearchAnswer = z.infer<typeof searchAnswer>;
export const groupedAnswer = z.object({ ...answerFields, groups: z.array(searchGroup) });

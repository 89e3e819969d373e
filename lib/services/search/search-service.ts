import type { ListedField, SearchAnswer, SearchGroup, SearchHit } from '../../domain/search.ts';
import { toAgentLabel } from '../../formats/registry.ts';
import { printCounted, printCount } from '../../print/number.ts';
import { redactPlain } from '../../redaction/redact.ts';
import { toExcerpt } from '../../search/highlight.ts';
import { parseQuery } from '../../search/query.ts';
import type { FoundDocument, FoundPage, SearchQuery, SearchRequest } from '../../store/search-store.ts';
import type { Store } from '../../store/store.ts';
import { toSafeSession } from '../safe-texts.ts';
import { indexLatest } from './index-latest.ts';
import { listUnknown } from './list-unknown.ts';
import { makeSavedSearches } from './saved-searches.ts';
import { toRequest } from './to-request.ts';

export type SearchService = ReturnType<typeof makeSearchService>;

/** `sessionId`: only in this session. `redacts`: for another place or session; excerpts are cut from redacted texts. */
type SearchInput = { query: string; cursor: string | null; limit: number; sessionId?: string; redacts?: boolean };
type Deps = { store: Store; now: () => number };

const hitsPerSession = 3;

const inSession = ({ text, terms, conditions }: SearchQuery, id: string): SearchQuery => ({
  text: `session:${id} ${text}`,
  terms,
  conditions: [...conditions, { field: 'session', values: [id], isNot: false }],
});

const isNothing = ({ terms, conditions }: SearchRequest): boolean => conditions.length === 0 && terms.every(({ role }) => role === 'none');

const toHit = ({ text, ...found }: FoundDocument, { terms }: SearchRequest, redacts: boolean): SearchHit => ({
  ...found,
  session: found.session && redacts ? toSafeSession(found.session) : found.session,
  ...toExcerpt(redacts ? redactPlain(text) : text, terms),
});

/** Searches records and observations, and keeps searches. Blank queries find nothing. */
export const makeSearchService = ({ store, now }: Deps) => {
  const run = async <Item, Shown>(
    { query, cursor, sessionId }: SearchInput,
    find: (request: SearchQuery) => Promise<FoundPage<Item>>,
    show: (item: Item, request: SearchRequest) => Shown,
  ): Promise<Omit<SearchAnswer, 'hits'> & { items: Shown[] }> => {
    const startedAtMs = performance.now();
    const asked = toRequest(query, now());
    const request = sessionId === undefined ? asked : inSession(asked, sessionId);
    const notes = [...asked.notes];
    const empty = { items: [], nextCursor: null, total: 0, ranked: 0 };
    if (isNothing(asked) && query.trim() !== '') notes.push('The query has no words to search for.');
    const behind = cursor === null ? await indexLatest(store) : 0;
    if (behind > 0) notes.push(`${printCounted(behind, 'record')} not indexed yet.`);
    const found: FoundPage<Item> = isNothing(asked) ? empty : await find(request);
    if (found.ranked < found.total)
      notes.push(`Ranked about the ${printCount(found.ranked)} most recently added of ${printCount(found.total)} matches.`);
    if (found.total === 0) {
      const named = request.conditions.flatMap((condition) => (condition.field === 'session' && !condition.isNot ? condition.values : []));
      for (const name of await listUnknown(store, named)) notes.push(`No session is named “${name}”.`);
    }
    if (found.isChanged) notes.push('Records were added since the first page.');
    return {
      query,
      total: found.total,
      items: found.items.map((item) => show(item, request)),
      nextCursor: found.nextCursor,
      tookMs: Math.round((performance.now() - startedAtMs) * 10) / 10,
      notes,
    };
  };

  return {
    search: async (input: SearchInput): Promise<SearchAnswer> => {
      const { cursor, limit, redacts = false } = input;
      const { items, ...answer } = await run(
        input,
        (request) => store.search(request, { cursor, limit }),
        (found, request) => toHit(found, request, redacts),
      );
      return { ...answer, hits: items };
    },
    searchSessions: async (input: SearchInput) => {
      const { cursor, limit, redacts = false } = input;
      const { items, ...answer } = await run(
        input,
        (request) => store.searchSessions(request, { cursor, limit, perSession: hitsPerSession }),
        ({ session, total, documents }, request): SearchGroup => ({
          session,
          total,
          hits: documents.map((found) => toHit(found, request, redacts)),
        }),
      );
      return { ...answer, groups: items };
    },
    facets: async (query: string) => {
      const request = toRequest(query, now());
      const facets = isNothing(request) ? { kinds: [], projects: [], agents: [] } : await store.countMatches(request);
      return { ...facets, agents: facets.agents.map((facet) => ({ ...facet, label: toAgentLabel(facet.value) })) };
    },
    /** Values that occur where the rest of a query matches. A query that is being typed may have problems. */
    values: async ({ field, contains, q, limit }: { field: ListedField; contains: string; q: string; limit: number }) => {
      const { terms, conditions } = parseQuery(q, now());
      const others = conditions.filter((condition) => condition.field !== field);
      return { values: await store.listSearchValues(field, contains, { terms, conditions: others, limit }) };
    },
    ...makeSavedSearches({ store, now }),
  };
};

import type { Database, Statement } from 'better-sqlite3';
import type { TermScore } from '../../../domain/retrieval.ts';
import type { HitSession, SearchFacets, SearchKind, SearchTerm } from '../../../domain/search.ts';
import { groupBy } from '../../../session/group-by.ts';
import type { FoundDocument, FoundPage, FoundSession, PageOf, SearchQuery, SearchRequest } from '../../search-store.ts';
import { docSql, fromDoc, isBookkeeping, toKind } from './doc.ts';
import { makeIndexState } from './index-state.ts';
import { foundKind } from './indexed-record.ts';
import { namesKinds, toMatches, type Matches, type Sql, type Value } from './match-sql.ts';
import { makePaging, toListName, type Ranking } from './paging.ts';
import { makeReadDocument } from './read-document.ts';

/** Matches that are compared, about; of more, the last that were added. */
export const maxRanked = 100_000;
/** One of 64 is looked at to find out which those are. The factor scatters them: records may come in a rhythm. */
const [sampled, scatter] = [64, 2_654_435_761];

const maxPrepared = 50;
/** Further matches that are looked at, so that copies leave no page short. */
const maxCopies = 20;

/**
 * FTS5 gives a word that is in more than half of the texts a weight of 1e-6 instead of one below 0, and no text more than 2.2 times its
 * weight. Up to this score, nothing is known of how rare the words are: 60 of them are looked for at most.
 */
const clampedScore = 60 * 2.2e-6;
/** Behind all that was said and done. */
const behind = 1_000;
/**
 * Matches are ordered by this number, the least first: by score; where all words are too common for a score, by kind, and then by the
 * frequency of the words. Records that agents keep for themselves, such as copies of prompts, come after the conversation.
 */
const orderSql = `CASE WHEN rank > -${clampedScore} THEN ${docSql.kind('doc')} + rank ELSE rank END
  + ${behind} * ${docSql.isBookkeeping('doc')}`;

type Ranked = { id: number; rank: number };
type Best = Ranked & { total: number };

/** Searches the index. Nothing here reads a text but those of the page. */
export const makeSearch = (db: Database) => {
  const readDocument = makeReadDocument(db);
  const paging = makePaging();
  const state = makeIndexState(db);
  const prepared = new Map<string, Statement<Value[]>>();
  /** Most queries differ only in their words. */
  const prepare = (sql: string): Statement<Value[]> => {
    const statement = prepared.get(sql) ?? db.prepare<Value[]>(sql);
    if (prepared.size >= maxPrepared) prepared.clear();
    prepared.set(sql, statement);
    return statement;
  };
  // The columns that each statement selects.
  const all = <Row>({ sql, values }: Sql, ...more: Value[]): Row[] => prepare(sql).all(...values, ...more) as Row[];
  const countAll = ({ sql, values }: Sql): number =>
    all<{ count: number }>({ sql: `SELECT count(*) AS count FROM (${sql})`, values })[0]?.count ?? 0;

  /** The least `docSql.added` of about the last `maxRanked` matches. */
  const findFrom = (matches: Matches): number => {
    const isSampled = (doc: string): Sql => ({
      sql: `((${docSql.number(doc)} * ${scatter}) >> 16) % ${sampled} = 0`,
      values: [],
    });
    const { sql, values } = matches.rows(isSampled);
    const added = all<{ added: number }>({
      sql: `SELECT ${docSql.added('doc')} AS added FROM (${sql}) ORDER BY 1 DESC LIMIT ?`,
      values: [...values, Math.ceil(maxRanked / sampled)],
    });
    return added.at(-1)?.added ?? 0;
  };
  const open = (of: 'records' | 'sessions', request: SearchQuery, cursor: string | null) => {
    const list = toListName(of, request.text);
    const place = paging.toPlace(cursor, list);
    const matches = toMatches(db, request);
    const total = countAll(matches.rows());
    const isLimited = matches.isScored && total > maxRanked;
    const ranking: Ranking = place ?? { list, from: isLimited ? findFrom(matches) : null, watermark: state.get('search') };
    const { from } = ranking;
    const source = matches.ranked(from === null ? undefined : (doc) => ({ sql: `${docSql.added(doc)} >= ?`, values: [from] }));
    return {
      place,
      ranking,
      source,
      isScored: matches.isScored,
      /** Among equal scores, the document added last comes first. */
      order: matches.isScored ? `${orderSql}, ${docSql.place('doc')} DESC` : `${docSql.added('doc')} DESC`,
      /** The same of the best of a group. */
      groupOrder: matches.isScored ? `min(${orderSql}), max(${docSql.place('doc')}) DESC` : `max(${docSql.added('doc')}) DESC`,
      about: {
        total,
        ranked: from === null ? total : Math.min(total, maxRanked),
        isChanged: place !== null && place.watermark !== state.get('search'),
      },
      toScore: (rank: number): number | null => (matches.isScored ? -rank : null),
    };
  };
  /** No limit, in SQL. */
  const toLimit = (limit: number | null): number => limit ?? -1;

  /** Without bookkeeping whose text something before it in the list has, too, in the same session. Equal texts have equal scores. */
  const dropCopies = (ranked: readonly Ranked[]): Ranked[] => {
    const groups = groupBy(ranked, ({ id, rank }) => `${fromDoc(id).session} ${rank}`);
    const copies = new Set<number>();
    for (const group of groups.values()) {
      if (group.length === 1 || !group.some(({ id }) => isBookkeeping(fromDoc(id).kind))) continue;
      const texts = new Set<string>();
      for (const { id } of group) {
        const text = readDocument(id, null)?.text ?? '';
        if (isBookkeeping(fromDoc(id).kind) && texts.has(text)) copies.add(id);
        texts.add(text);
      }
    }
    return ranked.filter(({ id }) => !copies.has(id));
  };

  const search = (request: SearchQuery, { cursor, limit }: PageOf): FoundPage<FoundDocument> => {
    const { place, ranking, source, isScored, order, about, toScore } = open('records', request, cursor);
    const list = (first: number | null): Ranked[] =>
      all<Ranked>({ sql: `SELECT doc AS id, rank FROM (${source.sql}) ORDER BY ${order} LIMIT ?`, values: source.values }, toLimit(first));
    const listDistinct = (first: number | null): Ranked[] => {
      const found = list(first);
      const kept = dropCopies(found);
      const isShort = first !== null && found.length === first && kept.length < first;
      return isShort ? dropCopies(list(first + maxCopies)).slice(0, first) : kept;
    };
    const { items, nextCursor } = paging.take(place, limit, ranking, isScored ? listDistinct : list);
    return { items: items.flatMap(({ id, rank }) => readDocument(id, toScore(rank)) ?? []), nextCursor, ...about };
  };

  const searchSessions = (
    request: SearchQuery,
    { cursor, limit, perSession }: PageOf & { perSession: number },
  ): FoundPage<FoundSession> => {
    const { place, ranking, source, isScored, order, groupOrder, about, toScore } = open('sessions', request, cursor);
    const { items, nextCursor } = paging.take(place, limit, ranking, (first) =>
      all<Best>(
        {
          sql: `WITH found AS MATERIALIZED (${source.sql}) SELECT ${docSql.session('doc')} AS id, min(rank) AS rank, count(*) AS total FROM found
            GROUP BY 1 ORDER BY ${groupOrder} LIMIT ?`,
          values: source.values,
        },
        toLimit(first),
      ),
    );
    const documents = all<Ranked>(
      {
        sql: `WITH found AS MATERIALIZED (${source.sql}) SELECT doc AS id, rank FROM (
          SELECT doc, rank, row_number() OVER (PARTITION BY ${docSql.session('doc')} ORDER BY ${order}) AS place
          FROM found WHERE ${docSql.session('doc')} IN (SELECT value FROM json_each(?))
        ) WHERE place <= ? ORDER BY ${order}`,
        values: source.values,
      },
      JSON.stringify(items.map(({ id }) => id)),
      isScored ? perSession + maxCopies : perSession,
    );
    const distinct = isScored ? dropCopies(documents) : documents;
    return {
      items: items.map((group) => {
        const found = distinct.filter(({ id }) => fromDoc(id).session === group.id).slice(0, perSession);
        const read = found.flatMap(({ id, rank }) => readDocument(id, toScore(rank)) ?? []);
        return { session: read[0]?.session ?? null, total: group.total, documents: read };
      }),
      nextCursor,
      ...about,
    };
  };

  const sessionOf = db.prepare<[number], Pick<HitSession, 'project' | 'agent'>>(
    'SELECT s.project, s.family AS agent FROM search_sessions x JOIN sessions s ON s.id = x.session_id WHERE x.number = ?',
  );
  const countMatches = (request: SearchRequest): SearchFacets => {
    // Their kind is counted, so that it can be asked for.
    const rows = toMatches(db, request, { takesSummaries: true }).rows();
    const isListed = (kind: SearchKind): boolean => kind !== 'summary' || namesKinds(request.conditions);
    const counts = all<{ session: number; kind: number; count: number }>({
      sql: `SELECT ${docSql.session('doc')} AS session, ${docSql.kind('doc')} AS kind, count(*) AS count FROM (${rows.sql}) GROUP BY 1, 2`,
      values: rows.values,
    });
    const [kinds, projects, agents] = [new Map<string, number>(), new Map<string, number>(), new Map<string, number>()];
    const sessions = new Map<number, Pick<HitSession, 'project' | 'agent'> | undefined>();
    const add = (map: Map<string, number>, value: string | null | undefined, count: number): void => {
      if (value !== null && value !== undefined) map.set(value, (map.get(value) ?? 0) + count);
    };
    for (const { session, kind, count } of counts) {
      if (!sessions.has(session)) sessions.set(session, sessionOf.get(session));
      add(kinds, toKind(kind), count);
      if (!isListed(toKind(kind))) continue;
      add(projects, sessions.get(session)?.project, count);
      add(agents, sessions.get(session)?.agent, count);
    }
    const toFacets = (map: Map<string, number>) =>
      [...map].map(([value, count]) => ({ value, label: value, count })).sort((a, b) => b.count - a.count || (a.value < b.value ? -1 : 1));
    return { kinds: toFacets(kinds), projects: toFacets(projects), agents: toFacets(agents) };
  };
  const docOf = db
    .prepare<[string, string], number>(
      `SELECT d.id FROM records r JOIN search_sessions x ON x.session_id = r.session_id
      JOIN search_words_docsize d ON d.id = ${docSql.of('x.number', 'r.fts_id', foundKind)}
      WHERE r.session_id = ? AND r.id = ?`,
    )
    .pluck();
  const explain = (sessionId: string, recordId: string, terms: readonly SearchTerm[]): TermScore[] => {
    const doc = docOf.get(sessionId, recordId) ?? null;
    const scores = new Map<string, number>();
    for (const term of doc === null ? [] : terms) {
      const source = toMatches(db, { terms: [term], conditions: [] }).ranked((id) => ({ sql: `${id} = ?`, values: [BigInt(doc ?? 0)] }));
      const [found] = all<Ranked>(source);
      const name = term.words.join(' ');
      if (found) scores.set(name, (scores.get(name) ?? 0) - found.rank);
    }
    return [...scores].map(([term, score]) => ({ term, score })).sort((a, b) => b.score - a.score);
  };
  return { search, searchSessions, countMatches, explain };
};

import { randomUUID } from 'node:crypto';
import { AppError } from '../../../domain/errors.ts';
import { computeFnv1a } from '../../result-set.ts';
import { parseCursor, toCursor } from '../cursor.ts';

/** `list`: what was asked for. `from`: the least `docSql.added` that was ranked on the first page; null: all were. `watermark`: of the index then. */
export type Ranking = { list: string; from: number | null; watermark: number };

/** Where a page ended. `last`: its last item; `count`: how many there were up to it. */
type Place = Ranking & { last: number; count: number; token: string };
/** A page that was given, and those before it. */
type Given = { ids: readonly number[]; before: Given | null };

/** Places that are remembered; at others, the position of the last item decides. */
const maxPlaces = 200;

/** The name of a list for its cursors: a query's text as a hash, since it may be long. */
export const toListName = (of: 'records' | 'sessions', text: string): string => `${of} ${computeFnv1a(text)}`;

const parsePlace = (cursor: string, list: string): Place => {
  const { value, id } = parseCursor(cursor, list);
  const [last = Number.NaN, count = Number.NaN, watermark = Number.NaN] = id.split(' ').slice(0, 3).map(Number);
  const token = id.split(' ')[3];
  if (token === undefined || typeof value === 'string' || ![last, count, watermark].every(Number.isSafeInteger))
    throw new AppError('invalid_input', 'This is no cursor of a search. Begin again at the first page, without a cursor.');
  return { list, from: value, last, count, watermark, token };
};

/**
 * Pages of a ranking that every added record changes. A page is the best of what was not given yet, so that none is lost or given twice.
 * Another process, which does not know what was given, goes on behind the last item.
 */
export const makePaging = () => {
  const remembered = new Map<string, Given>();
  // Prefix of the tokens of this process: those of another process are not known.
  const name = randomUUID().slice(0, 8);
  let count = 0;
  const remember = (given: Given): string => {
    count += 1;
    const token = `${name}-${count}`;
    remembered.set(token, given);
    const [oldest] = remembered.keys();
    if (remembered.size > maxPlaces && oldest !== undefined) remembered.delete(oldest);
    return token;
  };
  /** `list`: the first of the ranking, in order; all of it where the limit is null. */
  const take = <Item extends { id: number }>(
    place: Place | null,
    limit: number,
    ranking: Ranking,
    list: (limit: number | null) => Item[],
  ): { items: Item[]; nextCursor: string | null } => {
    const recall = ({ token, last, count }: Place): Given => {
      const known = remembered.get(token);
      if (known) return known;
      const ids = list(null).map(({ id }) => id);
      const at = ids.indexOf(last);
      return { ids: ids.slice(0, at < 0 ? count : at + 1), before: null };
    };
    const before = place && recall(place);
    const given = new Set<number>();
    for (let page: Given | null = before; page; page = page.before) for (const id of page.ids) given.add(id);
    const left = list(given.size + limit + 1).filter(({ id }) => !given.has(id));
    const items = left.slice(0, limit);
    const last = items.at(-1);
    if (left.length <= limit || !last) return { items, nextCursor: null };
    const token = remember({ ids: items.map(({ id }) => id), before });
    const id = [last.id, given.size + items.length, ranking.watermark, token].join(' ');
    return { items, nextCursor: toCursor({ list: ranking.list, value: ranking.from, id }) };
  };
  return { take, toPlace: (cursor: string | null, list: string): Place | null => (cursor === null ? null : parsePlace(cursor, list)) };
};

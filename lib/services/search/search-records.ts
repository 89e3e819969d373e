import * as z from 'zod';
import { AppError } from '../../domain/errors.ts';
import { displayWindowBytes, type SessionRecord } from '../../domain/record.ts';
import type { Session } from '../../domain/session.ts';
import type { Store } from '../../store/store.ts';
import { toSurrounding } from './to-surrounding.ts';

export type RecordSearch = {
  text: string;
  /** Ours; null: all sessions, newest first. */
  sessionId: string | null;
  /** Where an answer before ended. */
  cursor: string | null;
  limit: number;
};

export type RecordMatch = {
  session: Pick<Session, 'id' | 'title' | 'project'>;
  record: SessionRecord;
  /** The text with what is around it. */
  excerpt: string;
};

export type RecordMatches = {
  matches: RecordMatch[];
  sessionsSearched: number;
  /** Null: everything was looked through. */
  nextCursor: string | null;
};

type Deps = { store: Store; now: () => number };

/** Sessions that are looked up at once. */
const pageSessions = 25;
/** After this a search answers what it has, and says where to go on. */
const budgetMs = 1_500;

/** Where to go on: the page of sessions, the session on it, and the last position there that was answered. */
const place = z.object({ page: z.string().nullable(), sessionId: z.string(), afterSeq: z.int().min(-1) });
type Place = z.infer<typeof place>;

const toCursor = (at: Place): string => Buffer.from(JSON.stringify(at)).toString('base64url');

const parseCursor = (cursor: string): Place => {
  try {
    return place.parse(JSON.parse(Buffer.from(cursor, 'base64url').toString('utf8')));
  } catch {
    throw new AppError('invalid_input', 'The cursor belongs to another search. Pass the next_cursor that this search returned.');
  }
};

/**
 * Records that hold a text, whatever its case, as a window: `limit` of them at most, and as far as the time goes. Sessions newest first,
 * records in their order. No session is answered twice with the same record unless it was renumbered between.
 */
export const searchRecords = async ({ store, now }: Deps, search: RecordSearch): Promise<RecordMatches> => {
  const { text, sessionId, cursor, limit } = search;
  const endsAtMs = now() + budgetMs;
  const from = cursor === null ? null : parseCursor(cursor);
  const matches: RecordMatch[] = [];
  let sessionsSearched = 0;
  for await (const { session, page } of listFrom(store, sessionId, from)) {
    const afterSeq = from?.sessionId === session.id ? from.afterSeq : -1;
    const isOver = sessionsSearched > 0 && now() > endsAtMs;
    if (isOver || matches.length >= limit) {
      return { matches, sessionsSearched, nextCursor: toCursor({ page, sessionId: session.id, afterSeq }) };
    }
    const wanted = limit - matches.length;
    const { matches: found } = await store.listTextMatches(session.id, text, afterSeq, wanted + 1);
    sessionsSearched += 1;
    for (const { seq } of found.slice(0, wanted)) {
      const [record] = await store.listRecords(session.id, seq, 1, displayWindowBytes);
      if (record) matches.push({ session, record, excerpt: toSurrounding(record, text) });
    }
    if (found.length > wanted) {
      const lastSeq = found[wanted - 1]?.seq ?? afterSeq;
      return { matches, sessionsSearched, nextCursor: toCursor({ page, sessionId: session.id, afterSeq: lastSeq }) };
    }
  }
  return { matches, sessionsSearched, nextCursor: null };
};

/** Sessions from a place on, each with the page on which it stands. */
async function* listFrom(
  store: Store,
  sessionId: string | null,
  from: Place | null,
): AsyncGenerator<{ session: Session; page: string | null }> {
  if (sessionId !== null) {
    const session = await store.findSession(sessionId);
    if (session) yield { session, page: null };
    return;
  }
  let page: string | null = from?.page ?? null;
  let skipTo = from?.sessionId ?? null;
  do {
    const { items, nextCursor } = await store.listSessions({ includeChildren: true }, 'started', true, {
      cursor: page,
      limit: pageSessions,
    });
    // A session that is gone since, or stands elsewhere: its page is looked through from the start.
    const start = Math.max(
      0,
      items.findIndex(({ id }) => id === skipTo),
    );
    skipTo = null;
    for (const session of items.slice(start)) yield { session, page };
    page = nextCursor;
  } while (page !== null);
}

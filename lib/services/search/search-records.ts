import * as z from 'zod';
import { AppError } from '../../domain/errors.ts';
import { displayWindowBytes, type SessionRecord } from '../../domain/record.ts';
import type { Session } from '../../domain/session.ts';
import type { Store } from '../../store/store.ts';
import { redactValue } from '../../redaction/redact.ts';
import { toSurrounding } from './to-surrounding.ts';

export type RecordSearch = {
  text: string;
  /** Session id; null searches all sessions, newest first. */
  sessionId: string | null;
  /** `nextCursor` of the previous page. */
  cursor: string | null;
  limit: number;
};

export type RecordMatch = {
  session: Pick<Session, 'id' | 'title' | 'project'>;
  record: SessionRecord;
  /** The match with surrounding text. */
  excerpt: string;
};

export type RecordMatches = {
  matches: RecordMatch[];
  sessionsSearched: number;
  /** Null if the search is complete. */
  nextCursor: string | null;
};

type Deps = { store: Store; now: () => number };

/** Sessions per lookup. */
const pageSessions = 25;
/** Time budget in milliseconds; a search then returns a partial page with a cursor. */
const budgetMs = 1_500;

/** Cursor: page of sessions, session on that page, and last returned position in it. */
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
 * Records that contain a text, ignoring case: at most `limit`, within a time budget. Sessions newest first, records in order. A record is
 * returned once unless the session was renumbered meanwhile.
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
      const [stored] = await store.listRecords(session.id, seq, 1, displayWindowBytes);
      // Before the excerpt is cut, which might begin within a key.
      const record = stored && redactValue(stored);
      if (record) matches.push({ session, record, excerpt: toSurrounding(record, text) });
    }
    if (found.length > wanted) {
      const lastSeq = found[wanted - 1]?.seq ?? afterSeq;
      return { matches, sessionsSearched, nextCursor: toCursor({ page, sessionId: session.id, afterSeq: lastSeq }) };
    }
  }
  return { matches, sessionsSearched, nextCursor: null };
};

/** Sessions from a cursor on, each with its page. */
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
    // If the session moved or was deleted, search its page from the start.
    const start = Math.max(
      0,
      items.findIndex(({ id }) => id === skipTo),
    );
    skipTo = null;
    for (const session of items.slice(start)) yield { session, page };
    page = nextCursor;
  } while (page !== null);
}

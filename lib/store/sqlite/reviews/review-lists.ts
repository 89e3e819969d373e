import type { Database } from 'better-sqlite3';
import type { Page } from '../../../domain/page.ts';
import type { Review, ReviewRun } from '../../../domain/review.ts';
import { decompressText } from '../../compress.ts';
import type { ReviewedState, ReviewFilter } from '../../review-store.ts';
import { parseCursor, toCursor } from '../cursor.ts';
import { toJson } from '../json.ts';
import type { RunKey } from './review-queue.ts';
import { listedRun, shownReview, toRun, type ListedRun } from './review-rows.ts';

const conditions: Record<keyof ReviewFilter, string> = {
  sessionId: 'r.session_id = @sessionId',
  reviewerId: 'v.reviewer_id = @reviewerId',
  state: 'r.state = @state',
};

/** Runs and their reviews, as pages show them. */
export const makeReviewLists = (db: Database) => {
  const reviewsOf = db.prepare<[RunKey], Review>(
    `SELECT ${shownReview} FROM reviews v WHERE v.session_id = @sessionId AND v.run = @number ORDER BY v.position`,
  );
  const byId = db.prepare<[string], ListedRun>(
    `SELECT ${listedRun} FROM review_runs r JOIN sessions s ON s.id = r.session_id WHERE r.id = ?`,
  );
  const states = db.prepare<[string], Omit<ReviewedState, 'states'> & { states: Buffer }>(
    `SELECT reviewer_id AS reviewerId, states, ended_at_ms AS endedAtMs FROM reviewed_states
    WHERE session_id = ? ORDER BY reviewer_id`,
  );
  const toListed = (run: ListedRun): ReviewRun => toRun(run, reviewsOf.all(run));

  return {
    list: (filter: ReviewFilter, { cursor, limit }: { cursor: string | null; limit: number }): Page<ReviewRun> => {
      const names = (['sessionId', 'reviewerId', 'state'] as const).filter((name) => filter[name] !== undefined);
      const name = `reviews ${toJson(names.map((one) => filter[one]))}`;
      const behind = cursor === null ? Number.MAX_SAFE_INTEGER : Number(parseCursor(cursor, name).value);
      const [from, number] =
        filter.reviewerId === undefined
          ? ['review_runs r', 'r.number']
          : ['reviews v INDEXED BY reviews_reviewer CROSS JOIN review_runs r ON r.number = v.run', 'v.run'];
      const where = names.map((one) => conditions[one]);
      const rows = db
        .prepare<[Record<string, unknown>], ListedRun>(
          `SELECT ${listedRun} FROM ${from} CROSS JOIN sessions s ON s.id = r.session_id
          WHERE ${[...where, `${number} < @behind`].join(' AND ')} ORDER BY ${number} DESC LIMIT @limit`,
        )
        .all({ ...filter, behind, limit: limit + 1 });
      const items = rows.slice(0, limit);
      const last = rows.length > limit ? items.at(-1) : undefined;
      const count = `SELECT count(*) FROM ${from} ${where.length > 0 ? `WHERE ${where.join(' AND ')}` : ''}`;
      return {
        items: items.map(toListed),
        nextCursor: last ? toCursor({ list: name, value: last.number, id: last.id }) : null,
        total: db.prepare<[ReviewFilter], number>(count).pluck().get(filter) ?? 0,
      };
    },
    find: (id: string): ReviewRun | null => {
      const run = byId.get(id);
      return run ? toListed(run) : null;
    },
    listStates: (sessionId: string): ReviewedState[] =>
      states.all(sessionId).map((row) => ({ ...row, states: decompressText(row.states) })),
  };
};

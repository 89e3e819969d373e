import type { Database } from 'better-sqlite3';
import type { TextMatches } from '../session-store.ts';

type Match = { seq: number; callIndex: number };

/** Adds `holds` to SQL: whether a text has another one in it that is in lower case. SQLite's own `lower` knows ASCII alone. */
export const addHolds = (db: Database): void => {
  db.function('holds', { deterministic: true }, (text: unknown, needle: unknown) =>
    typeof text === 'string' && typeof needle === 'string' && text.toLowerCase().includes(needle) ? 1 : 0,
  );
};

/**
 * Where a text occurs in a session, in lower case, inside words too: a full-text index answers whole words alone. Looks into
 * the first 64 kB of each text and of each call's arguments; these are JSON, so that the needle is looked for as JSON writes it.
 * The text of a call's own record counts where it is the call's result.
 */
export const makeTextMatches = (db: Database) => {
  const matches = db.prepare<{ sessionId: string; needle: string; asJson: string }, Match>(
    `SELECT coalesce(c.seq, r.seq) AS seq, coalesce(c.call_index, 0) AS callIndex
    FROM records r
    LEFT JOIN tool_results t ON t.session_id = r.session_id AND t.record_id = r.id
    LEFT JOIN tool_calls c ON c.session_id = t.session_id AND c.id = t.call_id
    WHERE r.session_id = :sessionId AND (r.kind <> 'tool_call' OR c.id = r.id) AND holds(r.text, :needle)
    UNION
    SELECT seq, call_index FROM tool_calls
    WHERE session_id = :sessionId AND (holds(name, :needle) OR holds(summary, :needle) OR holds(params, :asJson))
    ORDER BY 1`,
  );
  return (sessionId: string, text: string, afterSeq: number, limit: number): TextMatches => {
    const needle = text.toLowerCase();
    const all = matches.all({ sessionId, needle, asJson: JSON.stringify(needle).slice(1, -1) });
    const from = all.findIndex((match) => match.seq > afterSeq);
    return { total: all.length, matches: from < 0 ? [] : all.slice(from, from + limit) };
  };
};

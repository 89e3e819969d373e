import type { Issue } from '../../domain/issue.ts';
import { sessionIdOf } from '../../session/ids.ts';
import type { Store } from '../../store/store.ts';
import { catchUp, forgetFacts, toOpenSession, type OpenSession } from './open-session.ts';
import type { Redecoding } from './redecoding.ts';

/**
 * `contradiction`: why a file is refused. `takesOver`: sessions that are no trajectory as they are stored, and are one in the file.
 * `repeated`: hashes of lines that hold a stored snapshot in other bytes.
 */
export type Compared = { contradiction: Issue | null; takesOver: ReadonlySet<string>; repeated: ReadonlySet<string> };

/** The sessions that one file is read into, opened as they appear. */
export type SessionPool = {
  redecoding: Redecoding | undefined;
  /** Sessions whose snapshots the file takes over from the files that hold them. */
  takesOver: ReadonlySet<string>;
  /** Hashes of lines that hold a stored snapshot in other bytes. */
  repeated: ReadonlySet<string>;
  /** Opens those that are not open yet, with one read of the store; `families` holds those that differ from the format's. */
  open(nativeIds: Iterable<string>, families: ReadonlyMap<string, string>): Promise<void>;
  get(nativeId: string): OpenSession;
  /** By the id of ours. */
  getById(sessionId: string): OpenSession;
  /** The same; undefined where it is not open. */
  findById(sessionId: string): OpenSession | undefined;
  /** Reads what is stored of these sessions again: another process wrote to one of them. */
  catchUp(sessions: readonly OpenSession[]): Promise<void>;
  all(): OpenSession[];
};

/** A pool without sessions, for files of one format. */
export const makeSessionPool = (
  store: Store,
  of: { family: string; format: string; synthetic: boolean },
  { redecoding, compared }: { redecoding?: Redecoding | undefined; compared?: Compared | undefined } = {},
): SessionPool => {
  const open = new Map<string, OpenSession>();
  const byId = new Map<string, OpenSession>();
  const find = (sessions: ReadonlyMap<string, OpenSession>, id: string): OpenSession => {
    const session = sessions.get(id);
    if (!session) throw new Error(`Session ${id} was not opened before its records`);
    return session;
  };
  return {
    redecoding,
    takesOver: compared?.takesOver ?? new Set(),
    repeated: compared?.repeated ?? new Set(),
    open: async (nativeIds, families) => {
      const missing = [...new Set(nativeIds)].filter((nativeId) => !open.has(nativeId));
      if (missing.length === 0) return;
      const familyOf = (nativeId: string): string => families.get(nativeId) ?? of.family;
      const rows = await store.findSessionRows(missing.map((nativeId) => sessionIdOf(familyOf(nativeId), nativeId)));
      const stored = new Map(rows.map((row) => [row.id, row]));
      for (const nativeId of missing) {
        const family = familyOf(nativeId);
        const row = stored.get(sessionIdOf(family, nativeId));
        const session = toOpenSession(nativeId, { ...of, family }, row);
        if (row && redecoding?.begin(session.id)) forgetFacts(session, of.format);
        open.set(nativeId, session);
        byId.set(session.id, session);
      }
    },
    get: (nativeId) => find(open, nativeId),
    getById: (sessionId) => find(byId, sessionId),
    findById: (sessionId) => byId.get(sessionId),
    catchUp: async (sessions) => {
      const rows = new Map((await store.findSessionRows(sessions.map(({ id }) => id))).map((row) => [row.id, row]));
      for (const session of sessions) catchUp(session, rows.get(session.id), redecoding?.resets.has(session.id));
    },
    all: () => [...open.values()],
  };
};

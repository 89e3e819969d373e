import { fingerprintOf } from '../fingerprint.ts';
import type { Drafts, Line, SessionDraft } from '../format.ts';
import { toName, toObject, type JsonObject } from '../narrow.ts';
import type { ReaderState } from './reader-state.ts';
import { toSubSession } from './session-ids.ts';

type Said = Pick<SessionDraft, 'cwd' | 'model' | 'agentName' | 'parentNativeId' | 'relation'>;

/** What a line says of its session; `data` holds the fields of its event. */
export const toSaid = (session: string, event: string, value: JsonObject, data: JsonObject): Said => {
  const config = toObject(data.config) ?? {};
  const sub = toSubSession(session);
  const parent =
    toName(value.parent_id, 256) ??
    toName(data.parent_id, 256) ??
    (event === 'session:fork' ? toName(data.parent, 256) : null) ??
    sub.parent;
  const folders = [data.working_dir, data.cwd, config.working_dir, data.workspace, value.workspace];
  return {
    cwd: folders.map((folder) => toName(folder, 4096)).find((folder) => folder !== null) ?? null,
    model: event.startsWith('llm:') ? toName(data.model, 128) : null,
    agentName: sub.agent ?? (event.startsWith('session:') ? toName(data.agent_name, 128) : null),
    ...(parent === null || parent === session ? {} : { parentNativeId: parent, relation: 'subagent' }),
  };
};

/** Says of a session what was not said of it before. */
export const addSessionFacts = (state: ReaderState, out: Drafts, line: Line, atMs: number | null, session: string, said: Said): void => {
  const isNew = (name: string, value: unknown): boolean => {
    const key = fingerprintOf([session, name, String(value)].join('\0'));
    const isTold = state.told.get(key) === 1;
    state.told.set(key, 1);
    return !isTold;
  };
  const fresh = Object.entries(said).filter(([name, value]) => value !== null && isNew(name, value));
  const isFirst = isNew('session', '');
  if (isFirst || fresh.length > 0) out.sessions.push({ nativeId: session, line: line.number, atMs, ...Object.fromEntries(fresh) });
};

import { fingerprintOf } from '../fingerprint.ts';
import type { Drafts, Line, SessionDraft } from '../format.ts';
import { toModel, toName, toObject, type JsonObject } from '../narrow.ts';
import type { ReaderState } from './reader-state.ts';
import { toSubSession } from './session-ids.ts';

type SessionFacts = Pick<SessionDraft, 'cwd' | 'model' | 'agentName' | 'parentNativeId' | 'relation'> & { workspace: string | null };

/** A line's facts about its session; `data` holds the fields of its event. */
export const toSessionFacts = (session: string, event: string, value: JsonObject, data: JsonObject): SessionFacts => {
  const config = toObject(data.config) ?? {};
  const sub = toSubSession(session);
  const parent =
    toName(value.parent_id, 256) ??
    toName(data.parent_id, 256) ??
    (event === 'session:fork' ? toName(data.parent, 256) : null) ??
    sub.parent;
  const isOfSession = event.startsWith('session:');
  return {
    cwd: toName(data.working_dir, 4096) ?? toName(config.working_dir, 4096) ?? (isOfSession ? toName(data.cwd, 4096) : null),
    workspace: toName(value.workspace, 4096) ?? toName(data.workspace, 4096),
    model: event.startsWith('llm:') ? toModel(data.model) : null,
    agentName: sub.agent ?? (isOfSession ? toName(data.agent_name, 128) : null),
    ...(parent === null || parent === session ? {} : { parentNativeId: parent, relation: 'subagent' }),
  };
};

/** Adds the facts about a session that no earlier line had. */
export const addSessionFacts = (
  state: ReaderState,
  out: Drafts,
  line: Line,
  atMs: number | null,
  session: string,
  found: SessionFacts,
): void => {
  const isNew = (name: string, value: unknown): boolean => {
    const key = fingerprintOf([session, name, String(value)].join('\0'));
    const isKnown = state.facts.get(key) === 1;
    state.facts.set(key, 1);
    return !isKnown;
  };
  const fresh = Object.entries(found).filter(([name, value]) => value !== null && isNew(name, value));
  const { cwd, workspace, ...facts }: Partial<SessionFacts> = Object.fromEntries(fresh);
  const isFirst = isNew('session', '');
  const place = { nativeId: session, line: line.number };
  if (isFirst || Object.keys(facts).length > 0 || workspace) out.sessions.push({ ...place, atMs, ...facts, cwd: workspace ?? null });
  // A folder holds for the whole session, and so counts before the name of its workspace.
  if (cwd) out.sessions.push({ ...place, atMs: null, cwd });
};

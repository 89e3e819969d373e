import { fingerprintOf } from '../fingerprint.ts';
import type { Drafts, SessionDraft } from '../format.ts';
import { toCount, toJson, toName, toObject, type JsonObject } from '../narrow.ts';
import type { LineContext } from './drafting.ts';
import type { Entry } from './entry.ts';
import { hasBase, toBaseThread } from './history-base.ts';

type Said = Pick<SessionDraft, 'cwd' | 'gitBranch' | 'agentVersion' | 'agentName' | 'model' | 'parentNativeId' | 'relation'>;

/** Says what a line tells of its session, unless the line before that told anything told the same. */
export const addSessionFacts = (context: LineContext, { type, payload }: Entry, isOwn: boolean, path: string): void => {
  const { state, out, session, line, atMs } = context;
  const isFirst = state.facts === '';
  const said = isOwn ? toSaid(type, payload, path) : null;
  if (said?.model) state.model = said.model;
  if (said?.parentNativeId || (isOwn && type === 'session_meta' && hasBase(payload))) state.isChild = true;
  if (isOwn && type === 'session_meta') state.ownFrom = toCount(payload.subagent_history_start_ordinal) ?? state.ownFrom;
  const facts = said ? fingerprintOf(toJson(said)) : state.facts;
  if (!isFirst && facts === state.facts) return;
  state.facts = facts || '-';
  out.sessions.push({ nativeId: session, line: line.number, atMs, ...said });
};

const toSaid = (type: string | null, payload: JsonObject, path: string): Said | null => {
  if (type === 'session_meta') return toMeta(payload, path);
  if (type === 'turn_context') return { cwd: toName(payload.cwd, 4096), model: toName(payload.model, 128) };
  const settings = payload.type === 'thread_settings_applied' ? toObject(payload.thread_settings) : null;
  return settings && { cwd: toName(settings.cwd, 4096), model: toName(settings.model, 128) };
};

const toMeta = (payload: JsonObject, path: string): Said => {
  const subagent = toObject(payload.source)?.subagent ?? null;
  const spawn = toObject(toObject(subagent)?.thread_spawn);
  const fork = toName(payload.forked_from_id, 256) ?? toBaseThread(payload, path);
  const parent = toName(spawn?.parent_thread_id, 256) ?? toName(payload.parent_thread_id, 256);
  const isSubagent = subagent !== null || payload.thread_source === 'subagent' || parent !== null;
  const parentNativeId = parent ?? fork;
  return {
    cwd: toName(payload.cwd, 4096),
    gitBranch: toName(toObject(payload.git)?.branch, 512),
    agentVersion: toName(payload.cli_version, 128),
    agentName: toName(spawn?.agent_nickname, 256) ?? toName(payload.agent_nickname, 256) ?? toName(spawn?.agent_role, 256),
    ...(parentNativeId === null || parentNativeId === payload.id ? {} : { parentNativeId, relation: isSubagent ? 'subagent' : 'fork' }),
  };
};

/** A name that a person gave the session. */
export const addTitle = (out: Drafts, session: string, line: number, atMs: number | null, name: string): void => {
  const title = name
    .replaceAll(/[\s\p{Cc}]+/gu, ' ')
    .trim()
    .slice(0, 200);
  if (title !== '') out.sessions.push({ nativeId: session, line, atMs, title, titleRank: 4 });
};

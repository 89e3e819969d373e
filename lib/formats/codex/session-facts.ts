import { fingerprintOf } from '../fingerprint.ts';
import type { Drafts, SessionDraft } from '../format.ts';
import { toCount, toJson, toModel, toName, toObject, type JsonObject } from '../narrow.ts';
import type { LineContext } from './drafting.ts';
import type { Entry } from './entry.ts';
import { hasBase, toBaseThread } from './history-base.ts';
import { toRepositoryKey } from '../../session/resolve-projects.ts';
import { cutText } from '../../print/cut-text.ts';

type LineFacts = Pick<
  SessionDraft,
  'cwd' | 'repository' | 'gitBranch' | 'agentVersion' | 'agentName' | 'model' | 'parentNativeId' | 'relation'
>;

/** Adds the facts that a line has about its session, unless they repeat the last ones. */
export const addSessionFacts = (context: LineContext, { type, payload }: Entry, isOwn: boolean, path: string): void => {
  const { state, out, session, line, atMs } = context;
  const isFirst = state.facts === '';
  const found = isOwn ? toLineFacts(type, payload, path) : null;
  if (found?.model) state.model = found.model;
  if (found?.parentNativeId || (isOwn && type === 'session_meta' && hasBase(payload))) state.isChild = true;
  if (isOwn && type === 'session_meta') state.ownFrom = toCount(payload.subagent_history_start_ordinal) ?? state.ownFrom;
  const facts = found ? fingerprintOf(toJson(found)) : state.facts;
  if (!isFirst && facts === state.facts) return;
  state.facts = facts || '-';
  out.sessions.push({ nativeId: session, line: line.number, atMs, ...found });
};

const toLineFacts = (type: string | null, payload: JsonObject, path: string): LineFacts | null => {
  if (type === 'session_meta') return toMeta(payload, path);
  if (type === 'turn_context') return { cwd: toName(payload.cwd, 4096), model: toModel(payload.model) };
  const settings = payload.type === 'thread_settings_applied' ? toObject(payload.thread_settings) : null;
  return settings && { cwd: toName(settings.cwd, 4096), model: toModel(settings.model) };
};

const toMeta = (payload: JsonObject, path: string): LineFacts => {
  const subagent = toObject(payload.source)?.subagent ?? null;
  const spawn = toObject(toObject(subagent)?.thread_spawn);
  const fork = toName(payload.forked_from_id, 256) ?? toBaseThread(payload, path);
  const parent = toName(spawn?.parent_thread_id, 256) ?? toName(payload.parent_thread_id, 256);
  const isSubagent = subagent !== null || payload.thread_source === 'subagent' || parent !== null;
  const parentNativeId = parent ?? fork;
  const git = toObject(payload.git);
  return {
    cwd: toName(payload.cwd, 4096),
    repository: toRepositoryKey(toName(git?.repository_url, 2048) ?? ''),
    gitBranch: toName(git?.branch, 512),
    agentVersion: toName(payload.cli_version, 128),
    agentName: toName(spawn?.agent_nickname, 256) ?? toName(payload.agent_nickname, 256) ?? toName(spawn?.agent_role, 256),
    ...(parentNativeId === null || parentNativeId === payload.id ? {} : { parentNativeId, relation: isSubagent ? 'subagent' : 'fork' }),
  };
};

/** The name that a person gave the session. */
export const addTitle = (out: Drafts, session: string, line: number, atMs: number | null, name: string): void => {
  const title = cutText(name.replaceAll(/[\s\p{Cc}]+/gu, ' ').trim(), 200);
  if (title !== '') out.sessions.push({ nativeId: session, line, atMs, title, titleRank: 4 });
};

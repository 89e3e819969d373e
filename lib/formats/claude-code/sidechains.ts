import type { Drafts, Line } from '../format.ts';
import { toName, type JsonObject } from '../narrow.ts';
import { addTitle, toTitle } from './session-facts.ts';
import type { MetCall } from './assistant-entry.ts';
import type { Entry } from './entry.ts';
import { fingerprintOf, toShortKey } from '../fingerprint.ts';
import { isShort, type OpenTask, type ReaderState } from './reader-state.ts';
import { toContent } from './content-blocks.ts';
import type { MetResult } from './user-entry.ts';

/** Tools whose call starts a subagent. */
const agentTools = new Set(['Task', 'Agent']);

/** Longest agent id that names a session. */
const agentIdChars = 128;

/** A subagent's native id: its parent's, and the agent's own. */
export const childIdOf = (parent: string, agentId: string): string => `${parent}:${agentId}`;

/**
 * Native id of the inline subagent that a sidechain line belongs to: that of its parent line, else (the parent is not in
 * the file, or too far back) of the one that spoke last. A line without a parent begins one.
 */
export const sidechainOf = (state: ReaderState, entry: Entry, line: Line, base: string): { session: string; isRoot: boolean } => {
  const parent = entry.parentUuid === null ? undefined : state.recent.get(toShortKey(entry.parentUuid))?.session;
  const before = entry.parentUuid === null || parent === base ? null : (parent ?? state.inline);
  if (before?.startsWith(`${base}:sidechain-`)) return { session: before, isRoot: false };
  return { session: `${base}:sidechain-${entry.uuid ?? line.hash}`, isRoot: true };
};

/** Remembers calls that start subagents, and links those whose inline subagent came first. */
export const noteCalls = (state: ReaderState, session: string, entry: Entry, line: Line, calls: readonly MetCall[], out: Drafts): void => {
  for (const { nativeCallId, name, input } of calls) {
    if (!agentTools.has(name) || !isShort(nativeCallId) || !isShort(session)) continue;
    const task = toTask(session, input);
    const child = task.prompt === null ? undefined : state.roots.take(task.prompt);
    if (child === undefined) state.tasks.set(nativeCallId, task);
    else linkTask(state, nativeCallId, task, child, entry, line, out);
  }
};

/** Links an inline subagent to the call whose prompt is its first text, or keeps it until that call comes. */
export const noteRoot = (state: ReaderState, child: string, entry: Entry, line: Line, out: Drafts): void => {
  const prompt = fingerprintOf(toContent(entry.message?.content).text);
  const met = state.tasks.takeFirst((task) => task.prompt === prompt);
  if (met) linkTask(state, met[0], met[1], child, entry, line, out);
  else if (isShort(child)) state.roots.set(prompt, child);
};

/** Links a call to the subagent that its result names. */
export const noteResults = (state: ReaderState, session: string, base: string, results: readonly MetResult[], out: Drafts): void => {
  for (const { nativeCallId, text, detail } of results) {
    if (nativeCallId === null) continue;
    const task = state.tasks.take(nativeCallId);
    const agentId = toDetailAgentId(detail) ?? (task ? toTextAgentId(text) : null);
    if (agentId !== null) addLink(state, session, nativeCallId, childIdOf(base, agentId), out);
  }
};

/** Links a call to the subagent that a progress line names. */
export const noteProgress = (state: ReaderState, session: string, base: string, value: JsonObject, data: JsonObject, out: Drafts): void => {
  const nativeCallId = toName(value.parentToolUseID, agentIdChars);
  const agentId = toName(data.agentId, agentIdChars);
  if (nativeCallId !== null && agentId !== null) addLink(state, session, nativeCallId, childIdOf(base, agentId), out);
};

/** Adds a link unless a remembered one is the same. */
export const addLink = (state: ReaderState, session: string, nativeCallId: string, childNativeId: string, out: Drafts): void => {
  const key = fingerprintOf(`${session}\0${nativeCallId}\0${childNativeId}`);
  if (state.linked.get(key)) return;
  state.linked.set(key, 1);
  out.links.push({ session, nativeCallId, childNativeId });
};

const linkTask = (state: ReaderState, nativeCallId: string, task: OpenTask, child: string, entry: Entry, line: Line, out: Drafts) => {
  addLink(state, task.session, nativeCallId, child, out);
  if (task.agentName !== null) out.sessions.push({ nativeId: child, line: line.number, atMs: entry.atMs, agentName: task.agentName });
  if (task.title !== null) addTitle(out, child, line.number, entry.atMs, task.title, 3);
};

const toTask = (session: string, input: JsonObject): OpenTask => ({
  session,
  prompt: typeof input.prompt === 'string' ? fingerprintOf(input.prompt) : null,
  agentName: toTitle(toName(input.subagent_type, 60) ?? '') || null,
  title: toTitle(toName(input.description, 4096) ?? '', 60) || null,
});

const toDetailAgentId = (detail: unknown): string | null =>
  typeof detail === 'object' && detail !== null && 'agentId' in detail ? toName(detail.agentId, agentIdChars) : null;

const toTextAgentId = (text: string): string | null => /^agentId: ([\w-]{1,64})/mu.exec(text)?.[1] ?? null;

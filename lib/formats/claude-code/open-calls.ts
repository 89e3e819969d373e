import { toShortKey } from '../fingerprint.ts';
import { toExitCode, toName, toObject, toText, type JsonObject } from '../narrow.ts';
import type { OutcomeDraft } from '../format.ts';
import type { MetCall } from './assistant-entry.ts';
import { addRecord, type LineContext } from './drafting.ts';
import { readElement } from './operator-text.ts';
import type { ReaderState } from './reader-state.ts';
import { toTaskEnd } from './task-notice.ts';
import type { MetResult } from './user-entry.ts';

/** Maximum length of an id that is remembered here. */
const idChars = 64;

/** Tools that ask for a background task, or stop it, with the arguments that name it. */
const askingTools = new Set(['BashOutput', 'TaskOutput', 'AgentOutput', 'AgentOutputTool', 'BashOutputTool']);
const stoppingTools = new Set(['KillShell', 'KillBash', 'TaskStop']);
const taskArguments = ['task_id', 'bash_id', 'shell_id', 'agentId', 'agent_id'];

const toTaskId = (fields: JsonObject): string | null =>
  taskArguments.map((name) => toName(fields[name], idChars)).find((id) => id !== null) ?? null;

/** Remembers which response made a call, and which background task it asks for. */
export const noteAsked = (state: ReaderState, { entry }: LineContext, { nativeCallId, name, input }: MetCall): void => {
  const response = toName(entry.message?.id, idChars);
  if (response !== null) state.asked.set(toShortKey(nativeCallId), toShortKey(response));
  const task = toTaskId(input);
  if (task !== null && askingTools.has(name)) state.polls.set(toShortKey(nativeCallId), task);
  else if (task !== null && stoppingTools.has(name)) state.polls.set(toShortKey(nativeCallId), `!${task}`);
};

/** Characters of what says why a task failed: its last ones. */
const reasonChars = 1_000;

const addEnd = (context: LineContext, nativeCallId: string, end: OutcomeDraft, reason = ''): void =>
  addRecord(context, 'meta', reason.slice(-reasonChars), { subtype: 'call_end', outcomeOverride: { nativeCallId, ...end } });

const isEnded = ({ outcome }: OutcomeDraft): boolean => outcome !== 'running';

/** Output of a task, as a poll shows it. */
const readOutput = (text: string): string =>
  ['stderr', 'output', 'stdout'].flatMap((name) => readElement(text, name)?.trim() || []).at(0) ?? text;

/** Status of a task in a poll: from the fields beside the text, else from the elements of the text. */
const readPolled = (text: string, detail: unknown): OutcomeDraft | null => {
  const fields = toObject(detail) ?? {};
  const task = toObject(fields.task) ?? fields;
  const digits = readElement(text, 'exit_code');
  const exitCode = toExitCode(task.exitCode) ?? toExitCode(digits === null || digits === '' ? null : Number(digits));
  return toTaskEnd(toText(task.status) ?? readElement(text, 'status'), exitCode);
};

/** Remembers refusals that a later line may show to be interruptions, and tasks that run on; adds how a task ended that a call asked for. */
export const noteEnds = (state: ReaderState, context: LineContext, results: readonly MetResult[]): void => {
  for (const { nativeCallId, text, detail, callOutcome, isUndecided } of results) {
    const id = toName(nativeCallId, idChars);
    if (id === null) continue;
    if (isUndecided) state.refused.set(id, 1);
    const fields = toObject(detail) ?? {};
    const started = isEnded(callOutcome) ? null : (toName(fields.backgroundTaskId, idChars) ?? toTaskId(fields) ?? readTaskId(text));
    if (started !== null) state.background.set(started, id);
    const asked = state.polls.take(toShortKey(id));
    const starter = asked === undefined ? undefined : state.background.get(asked.replace('!', ''));
    if (asked === undefined || starter === undefined || callOutcome.outcome === 'error') continue;
    const end = asked.startsWith('!') ? toTaskEnd('killed', null) : readPolled(text, detail);
    if (end !== null) addEnd(context, starter, end, end.outcome === 'error' ? readOutput(text) : '');
  }
};

const readTaskId = (text: string): string | null =>
  /^(?:Command running in background with ID: |agentId: )([\w-]{1,64})/mu.exec(text)?.[1] ?? null;

/**
 * A line that names the response which Escape cut short: its calls that seemed to be refused were running. The line stands behind their
 * results.
 */
export const readInterruption = (state: ReaderState, context: LineContext): void => {
  const response = toName(context.entry.value.interruptedMessageId, idChars);
  if (response === null) return;
  for (const [nativeCallId] of state.refused.toEntries()) {
    if (state.asked.get(toShortKey(nativeCallId)) !== toShortKey(response)) continue;
    state.refused.take(nativeCallId);
    addEnd(context, nativeCallId, { outcome: 'interrupted', outcomeSource: 'flag' });
  }
};

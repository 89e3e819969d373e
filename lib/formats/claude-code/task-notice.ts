import type { OutcomeDraft } from '../format.ts';
import { toExitCode, toName, toText, type JsonObject } from '../narrow.ts';
import { addRecord, type LineContext } from './drafting.ts';
import { readElement } from './operator-text.ts';

const opening = '<task-notification>';
const closing = '</task-notification>';

/** Maximum length of an id that is looked up. */
const idChars = 64;
/** Notices in one text; more of them stay text of the last. */
const maxNotices = 50;

/** How a task ended, by the client's word for it; null: it has not, or the word is unknown. */
export const toTaskEnd = (status: string | null, exitCode: number | null): OutcomeDraft | null => {
  switch (status) {
    case 'completed':
      return exitCode === null || exitCode === 0 ? toEnd('ok', exitCode) : toEnd('error', exitCode);
    case 'failed':
    case 'timed_out':
      return toEnd('error', exitCode);
    case 'killed':
    case 'stopped':
    case 'cancelled':
      return { outcome: 'interrupted', outcomeSource: 'flag', exitCode };
    default:
      return null;
  }
};

const toEnd = (outcome: 'ok' | 'error', exitCode: number | null): OutcomeDraft => ({
  outcome,
  outcomeSource: exitCode === null ? 'flag' : 'exit_code',
  exitCode,
});

/** Whether a text is the client's notice that a background task ended, whatever it wrote behind it. */
export const isTaskNotice = (text: string): boolean => text.trimStart().startsWith(opening);

/** In the sentence of a notice: `failed with exit code 2`, `completed (exit code 0)`. */
const summaryCode = /\bexit code:? (-?\d{1,9})\b/u;

/** Adds the notices of a text, each as a sentence that says how its call ended. */
export const addTaskNotices = (context: LineContext, text: string): void => {
  for (const part of text
    .trim()
    .split(opening, maxNotices + 1)
    .slice(1)) {
    const [notice = '', behind = ''] = part.split(closing);
    const ids = { task_id: readElement(notice, 'task-id'), tool_use_id: readElement(notice, 'tool-use-id') };
    const summary = readElement(notice, 'summary');
    const texts = [readElement(notice, 'result') ?? readElement(notice, 'event'), behind.trim()];
    addTaskNotice(context, { ...ids, status: readElement(notice, 'status'), summary: summary ?? notice.trim() }, texts);
  }
};

/** Adds one notice by its fields. `texts`: what follows its sentence. */
export const addTaskNotice = (context: LineContext, fields: JsonObject, texts: readonly (string | null)[] = []): void => {
  const summary = toText(fields.summary) ?? `Background task ${toText(fields.status) ?? 'changed'}`;
  const [, digits] = summaryCode.exec(summary) ?? [];
  const end = toTaskEnd(toText(fields.status), toExitCode(digits === undefined ? null : Number(digits)));
  const task = toName(fields.task_id, idChars);
  const nativeCallId = toName(fields.tool_use_id, idChars) ?? (task === null ? null : context.callOfTask(task));
  const text = [summary, ...texts].filter((one) => one !== null && one !== '').join('\n\n');
  // It waits in a queue first, and one that is shown once is enough.
  const isRepeated = context.isKnownNotice(JSON.stringify([task, nativeCallId, fields.status, summary]));
  addRecord(context, isRepeated ? 'meta' : 'system', text, {
    subtype: 'task-notification',
    ...(nativeCallId !== null && end !== null && { outcomeOverride: { nativeCallId, ...end } }),
  });
};

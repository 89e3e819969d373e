import type { CallArguments } from './call-arguments.ts';
import { listPatchedPaths } from './patched-files.ts';

/** Arguments that distinguish a call from others, the best first. */
const distinguishing = [
  'command',
  'cmd',
  'file_path',
  'notebook_path',
  'path',
  'pattern',
  'query',
  'url',
  'description',
  'subject',
  'prompt',
  'skill',
  'name',
  'bash_id',
  'shell_id',
  'task_id',
] as const;

const maxCharacters = 240;

const toOneLine = (text: string): string => {
  const line = text
    .slice(0, maxCharacters * 4)
    .replace(/\s+/gu, ' ')
    .trim();
  return line.length > maxCharacters ? `${line.slice(0, maxCharacters - 1)}…` : line;
};

const toPlainText = (value: unknown): string | null => {
  if (typeof value === 'string') return value;
  if (typeof value === 'number') return String(value);
  if (Array.isArray(value) && value.every((part) => typeof part === 'string')) return toCommand(value);
  return null;
};

/** A command without the shell that runs it. */
const toCommand = (parts: readonly string[]): string => {
  const isShell = /^(?:.*\/)?(?:ba|z|da)?sh$/u.test(parts[0] ?? '') && /^-\w*c$/u.test(parts[1] ?? '');
  return parts.slice(isShell ? 2 : 0).join(' ');
};

/** The files that a patch names; null for any other text. */
const toPatchedFiles = (text: string): string | null => {
  if (!text.startsWith('*** Begin Patch')) return null;
  const files = listPatchedPaths(text);
  return files.length === 0 ? null : files.join(', ');
};

/** The patch that a shell command applies, or ''. */
const toShellPatch = (command: unknown): string =>
  Array.isArray(command) && command[0] === 'apply_patch' ? (toPlainText(command[1]) ?? '') : '';

/** The files that changes name: by path, or in a list. */
const toChangedFiles = (changes: unknown): string | null => {
  if (typeof changes !== 'object' || changes === null) return null;
  const listed: unknown[] = Array.isArray(changes) ? changes : Object.keys(changes).map((path) => ({ path }));
  const files = listed.flatMap((one) => (typeof one === 'object' && one !== null && 'path' in one ? (toPlainText(one.path) ?? []) : []));
  return files.length === 0 ? null : files.join(', ');
};

const isDone = (todo: unknown): boolean =>
  typeof todo === 'object' &&
  todo !== null &&
  (('status' in todo && todo.status === 'completed') || ('completed' in todo && todo.completed === true));

/** The first question, and how many follow; null if there is none. */
const toFirstQuestion = (questions: unknown): string | null => {
  if (!Array.isArray(questions)) return null;
  const [first] = questions as unknown[];
  const fields = new Map<string, unknown>(typeof first === 'object' && first !== null ? Object.entries(first) : []);
  const question = toPlainText(fields.get('question') ?? fields.get('prompt') ?? null);
  return question && `${question}${questions.length > 1 ? ` (${questions.length - 1} more)` : ''}`;
};

/** The first line of a plan, without the marks of a heading. */
const toPlanTitle = (plan: unknown): string | null =>
  typeof plan === 'string' ? (/\S[^\n]*/u.exec(plan)?.[0].replace(/^#{1,6}\s+/u, '') ?? null) : null;

const countTodos = (todos: readonly unknown[]): string => {
  const done = todos.filter(isDone).length;
  return `${done} of ${todos.length} done`;
};

/** One line of at most 240 characters that distinguishes this call from others; '' if its arguments don't. */
export const computeToolSummary = ({ text: params, json }: CallArguments): string => {
  if (!json) return toOneLine(params);
  const { value } = json;
  if (typeof value === 'string') return toOneLine(toPatchedFiles(value) ?? value);
  if (typeof value !== 'object' || value === null) return '';
  const fields = new Map<string, unknown>(Object.entries(value));
  const todos = fields.get('todos') ?? fields.get('plan');
  if (Array.isArray(todos)) return countTodos(todos);
  const asked = toFirstQuestion(fields.get('questions')) ?? toPlanTitle(fields.get('plan'));
  if (asked !== null) return toOneLine(asked);
  const search = toPlainText(fields.get('pattern'));
  const where = toPlainText(fields.get('path'));
  if (search !== null && where !== null) return toOneLine(`${search} in ${where}`);
  const patched = toPatchedFiles(
    toPlainText(fields.get('patch')) ?? toPlainText(fields.get('input')) ?? toShellPatch(fields.get('command')),
  );
  const files = patched ?? toChangedFiles(fields.get('changes'));
  if (files !== null) return toOneLine(files);
  for (const key of distinguishing) {
    const text = toPlainText(fields.get(key));
    if (text) return toOneLine(text);
  }
  const first = [...fields.values()].map(toPlainText).find((text) => text !== null && text !== '');
  return first ? toOneLine(first) : '';
};

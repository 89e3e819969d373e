import { applyEdits, modify, parse, printParseErrorCode, type ParseError } from 'jsonc-parser';
import { AppError } from '../../domain/errors.ts';
import { toList, toObject, toObjects, toText, type JsonObject } from '../../formats/narrow.ts';
import { printShellWord } from '../../print/shell-word.ts';

/** Events at which Claude Code calls the hook. */
export const hookEvents = ['PostToolUse', 'PostToolUseFailure', 'UserPromptSubmit', 'Stop', 'SubagentStop'] as const;
export type HookEvent = (typeof hookEvents)[number];

/** Events that match by tool name. */
const matched: ReadonlySet<string> = new Set(['PostToolUse', 'PostToolUseFailure']);

/** Behind the command, so that it is known again wherever node and the program lie. */
const mark = 'trajectory-observatory';

/** Claude Code stops the hook after this many seconds; the hook ends long before that. */
const timeoutSeconds = 5;

/** Files that the hook uses, by the variables that name them, as `NAME=value` arguments of its command. */
export type HookFiles = { OBSERVATORY_DB?: string; OBSERVATORY_CONFIG?: string };

/** The command of the hook, for the shell of a platform. */
export const toHookCommand = (node: string, script: string, platform: NodeJS.Platform, files: HookFiles = {}): string =>
  [node, script, ...Object.entries(files).map(([name, file]) => `${name}=${file}`)]
    .map((one) => (platform === 'win32' ? `"${one}"` : printShellWord(one)))
    .join(' ') + ` ${mark}`;

const isOurs = (hook: unknown): boolean => toText(toObject(hook)?.command)?.endsWith(` ${mark}`) === true;

type Hooks = Record<string, unknown>;

/** Settings text (null: there is no file) with our hook in each event, once. All else stays as it stands, to the letter outside `hooks`. */
export const addHooks = (text: string | null, command: string, place: string): string => {
  const { hooks } = parseSettings(text ?? '{}', place);
  const next: Hooks = { ...hooks };
  for (const event of hookEvents) {
    const groups = toGroups(hooks?.[event], event, place);
    const own = { type: 'command', command, timeout: timeoutSeconds };
    const has = groups.some((group) => toList(group.hooks)?.some(isOurs));
    next[event] = has ? replaceOurs(groups, own) : [...groups, { ...(matched.has(event) && { matcher: '*' }), hooks: [own] }];
  }
  return writeHooks(text ?? '{}\n', next, hooks);
};

/** Settings text without our hooks, and without what held nothing else. */
export const dropHooks = (text: string, place: string): string => {
  const { hooks } = parseSettings(text, place);
  if (!hooks) return text;
  const next: Hooks = {};
  for (const [event, stored] of Object.entries(hooks)) {
    const groups = toList(stored);
    if (!groups?.some((group) => toList(toObject(group)?.hooks)?.some(isOurs))) next[event] = stored;
    else {
      const rest = groups.flatMap(dropOurs);
      if (rest.length > 0) next[event] = rest;
    }
  }
  const isEmptied = Object.keys(next).length === 0 && Object.keys(hooks).length > 0;
  return writeHooks(text, isEmptied ? null : next, hooks);
};

const dropOurs = (group: unknown): unknown[] => {
  const stored = toList(toObject(group)?.hooks);
  if (!stored?.some(isOurs)) return [group];
  const rest = stored.filter((hook) => !isOurs(hook));
  return rest.length === 0 ? [] : [{ ...toObject(group), hooks: rest }];
};

/** The first of ours takes the present command; others of ours go. */
const replaceOurs = (groups: readonly JsonObject[], own: object): object[] => {
  let isPlaced = false;
  return groups.flatMap((group): object[] => {
    const stored = toList(group.hooks);
    if (!stored?.some(isOurs)) return [group];
    const hooks = stored.flatMap((hook): unknown[] => {
      if (!isOurs(hook)) return [hook];
      if (isPlaced) return [];
      isPlaced = true;
      return [{ ...toObject(hook), ...own }];
    });
    return hooks.length === 0 ? [] : [{ ...group, hooks }];
  });
};

const toGroups = (stored: unknown, event: string, place: string): JsonObject[] => {
  if (stored === undefined) return [];
  const listed = toList(stored);
  const groups = toObjects(listed ?? []);
  if (!listed || groups.length < listed.length) throw refuse(place, `hooks.${event} is not a list of objects`);
  return groups;
};

const refuse = (place: string, what: string): AppError =>
  new AppError('invalid_input', `${place}: ${what}. Nothing was changed. Fix the file and try again.`);

const parseSettings = (text: string, place: string): { hooks: Hooks | null } => {
  const plain = text.replace(/^\uFEFF/u, '');
  const settings = toObject(parseStrictly(plain, place));
  if (!settings) throw refuse(place, 'the file is not a JSON object');
  if (settings.hooks === undefined) return { hooks: null };
  const hooks = toObject(settings.hooks);
  if (!hooks) throw refuse(place, 'hooks is not an object');
  return { hooks };
};

const parseStrictly = (text: string, place: string): unknown => {
  try {
    return JSON.parse(text);
  } catch {
    throw refuse(place, describeSyntaxError(text));
  }
};

/** The message of `JSON.parse` names a place in some cases only. */
const describeSyntaxError = (text: string): string => {
  const errors: ParseError[] = [];
  parse(text, errors, { disallowComments: true });
  const [first] = errors;
  if (!first) return 'the file is not valid JSON';
  const before = text.slice(0, first.offset).split('\n');
  const reason = printParseErrorCode(first.error)
    .replaceAll(/(?<=[a-z])(?=[A-Z])/gu, ' ')
    .toLowerCase();
  return `line ${before.length}, column ${(before.at(-1)?.length ?? 0) + 1} is not valid JSON (${reason})`;
};

/** The text with other hooks (null: without hooks). Unchanged parts are not touched. */
const writeHooks = (text: string, next: Hooks | null, before: Hooks | null): string => {
  if (JSON.stringify(next) === JSON.stringify(before)) return text;
  const indent = /\n([ \t]+)"/u.exec(text)?.[1] ?? '  ';
  const formattingOptions = {
    insertSpaces: !indent.startsWith('\t'),
    tabSize: indent.startsWith('\t') ? 1 : indent.length,
    eol: text.includes('\r\n') ? '\r\n' : '\n',
  };
  return applyEdits(text, modify(text, ['hooks'], next ?? undefined, { formattingOptions }));
};

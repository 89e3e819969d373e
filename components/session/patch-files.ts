/** One stretch of a patched file. Lines begin with a space, `+` or `-`; numbers are those of the first line on each side. */
export type PatchHunk = { title: string; firstBefore: number | null; firstAfter: number | null; lines: string[] };

export type PatchAction = 'add' | 'delete' | 'update';

/** Change of a patched file. */
export type PatchFile = { path: string; action: PatchAction; movedTo: string | null; hunks: PatchHunk[] };

const beginning = '*** Begin Patch';

/** The files that a call's arguments patch: a text of `*** Begin Patch`, or changes by file; empty without a patch. */
export const parsePatch = (params: string): PatchFile[] => {
  let value: unknown;
  try {
    value = JSON.parse(params);
  } catch {
    return [];
  }
  const text = findPatchText(value);
  if (text !== null) return parsePatchText(text);
  const changes = toFields(value)?.get('changes');
  return Array.isArray(changes) ? changes.flatMap(toListedFile) : [...(toFields(changes) ?? [])].map(toChangedFile);
};

type Fields = Map<string, unknown>;

const toFields = (value: unknown): Fields | null =>
  value !== null && typeof value === 'object' && !Array.isArray(value) ? new Map(Object.entries(value)) : null;

const toText = (value: unknown): string | null => (typeof value === 'string' ? value : null);

/** The text of a patch: the arguments themselves, one of them, or what a shell gives to `apply_patch`. */
const findPatchText = (value: unknown): string | null => {
  if (typeof value === 'string') return value.trimStart().startsWith(beginning) ? value.trimStart() : null;
  const fields = toFields(value);
  const given = findPatchText(fields?.get('input') ?? '') ?? findPatchText(fields?.get('patch') ?? '');
  if (given !== null) return given;
  const command = fields?.get('command') ?? fields?.get('cmd');
  const parts: readonly unknown[] = Array.isArray(command) ? command : [command];
  if (parts[0] === 'apply_patch') return findPatchText(parts[1] ?? '');
  const script = toText(parts.at(-1)) ?? '';
  return /\bapply_patch\s+<<[^\n]*\n(\*\*\* Begin Patch\n[\s\S]*?\n\*\*\* End Patch)/u.exec(script)?.[1] ?? null;
};

const parsePatchText = (text: string): PatchFile[] => {
  const files: PatchFile[] = [];
  for (const line of text.split('\n')) {
    const [, action, path] = /^\*\*\* (Add|Delete|Update) File: (.+)$/su.exec(line.trimEnd()) ?? [];
    const file = files.at(-1);
    if (path !== undefined) files.push({ path, action: toAction(action?.toLowerCase()), movedTo: null, hunks: [] });
    else if (line.startsWith('*** Move to: ') && file) file.movedTo = line.slice('*** Move to: '.length).trim();
    else if (line.startsWith('*** ')) continue;
    else if (file) addLine(file, line);
  }
  return files.map(withoutLastBlank);
};

const parseUnifiedDiff = (file: PatchFile, diff: string): PatchFile => {
  const lines = diff.split('\n');
  const start = lines.findIndex((line) => line.startsWith('@@'));
  for (const line of lines.slice(Math.max(0, start))) if (!line.startsWith('\\')) addLine(file, line);
  return withoutLastBlank(file);
};

const addLine = (file: PatchFile, line: string): void => {
  if (line.startsWith('@@')) {
    const [, before, after] = /^@@ -(\d{1,9})(?:,\d+)? \+(\d{1,9})(?:,\d+)? @@/u.exec(line) ?? [];
    const title = line.replace(/^@@(?: -[\d,]+ \+[\d,]+ @@)?\s*/u, '');
    file.hunks.push({ title, firstBefore: toNumber(before), firstAfter: toNumber(after), lines: [] });
    return;
  }
  if (file.hunks.length === 0) file.hunks.push({ title: '', firstBefore: null, firstAfter: null, lines: [] });
  // Models leave out the space of an empty line.
  file.hunks.at(-1)?.lines.push(line === '' ? ' ' : line);
};

const toNumber = (digits: string | undefined): number | null => (digits === undefined ? null : Number(digits));

/** The trailing newline is no line; empty hunks are omitted. */
const withoutLastBlank = (file: PatchFile): PatchFile => {
  const last = file.hunks.at(-1);
  if (last?.lines.at(-1) === ' ') last.lines.pop();
  return { ...file, hunks: file.hunks.filter((hunk) => hunk.lines.length > 0) };
};

/** `{type, content | unified_diff, move_path}`, or with its type as its only key. */
const toChangedFile = ([path, change]: [string, unknown]): PatchFile => {
  const fields = toFields(change);
  const key = ['add', 'delete', 'update'].find((one) => toFields(fields?.get(one)) !== null);
  const reported = key === undefined ? fields : toFields(fields?.get(key));
  const action = toAction(toText(fields?.get('type')) ?? key);
  const file: PatchFile = { path, action, movedTo: toText(reported?.get('move_path')), hunks: [] };
  const diff = toText(reported?.get('unified_diff'));
  if (diff !== null) return parseUnifiedDiff(file, diff);
  const content = toText(reported?.get('content'));
  return content === null ? file : { ...file, hunks: [toWholeFile(content, action)] };
};

/** `[{path, kind}]`, without lines. */
const toListedFile = (change: unknown): PatchFile[] => {
  const fields = toFields(change);
  const path = toText(fields?.get('path'));
  return path === null ? [] : [{ path, action: toAction(toText(fields?.get('kind'))), movedTo: null, hunks: [] }];
};

const toWholeFile = (content: string, action: PatchAction): PatchHunk => {
  const sign = action === 'delete' ? '-' : '+';
  const lines = content.replace(/\n$/u, '').split('\n');
  return { title: '', firstBefore: 1, firstAfter: 1, lines: lines.map((line) => sign + line) };
};

const toAction = (name: string | null | undefined): PatchAction => (name === 'add' || name === 'delete' ? name : 'update');

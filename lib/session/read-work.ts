import { isRefused } from '../domain/outcome-names.ts';
import type { CheckKind, CheckResult } from '../domain/verification.ts';
import { readArguments } from './call-arguments.ts';
import type { CallFacts } from './call-facts.ts';
import { isLocalUrl, readUse, type CheckUse, type ProgramUse } from './check-kind.ts';
import {
  mayHideFailure,
  measureOutput,
  readAbsence,
  readAnswer,
  readOutput,
  readReportedExit,
  readStatus,
  unknownSize,
  type OutputSize,
} from './check-output.ts';
import { holdsNoCode, isJudged, isScratch, listFileChanges, listScriptChanges, toPatched, type FileChange } from './file-changes.ts';
import type { Language } from './languages.ts';
import { readShell, type Scope, type ShellCommand } from './read-shell.ts';
import { isAbsolutePath, toRelativePath } from './relative-path.ts';
import { toPosixLine } from './powershell.ts';
import { findTestResult, ranNoTest } from './test-results.ts';
import { assignment } from './unwrap-command.ts';

/**
 * One thing that a call did, as far as changes and their verification go: it changed or removed a file of code, or files that nobody knows;
 * it made a check, or tried to make one that could not run; it began what ends later; it asked how that ended; or nobody can tell. `task`:
 * what ends later, as later calls name it; null: they do not. `exit`: the exit code with which it ended; null: none is known. `printed`: how
 * tests and other checks ended by the output.
 */
export type Work =
  | { did: 'change' | 'remove'; path: string; isNew: boolean }
  | { did: 'alter' }
  | CheckWork
  | { did: 'miss' }
  | { did: 'begin'; task: string }
  | { did: 'await'; task: string | null; exit: number | null; printed: PrintedEnd }
  | { did: 'unreadable' };
/** Verdict of the output of a process that ended. `isEmpty`: no test ran; `isAbsent`: something that it needs was not there. */
export type PrintedEnd = { tests: Printed; others: Printed; isEmpty: boolean; isAbsent: boolean };
/** A check of the project that holds `folder` ('': that of the session; null: any), or only of files and packages that `names` names. */
export type CheckWork = {
  did: 'check';
  kind: CheckKind;
  result: CheckResult;
  folder: string | null;
  names: readonly string[] | null;
  /** The one language that it judges; null: any. */
  language: Language | null;
  task?: string | null;
  endsBy?: EndReading;
};
type Printed = 'passed' | 'failed' | null;
/**
 * How the end of a check that is running will be known. `exit`: by the exit code of its line. `zero`: by that where it is 0; another command
 * may be the one that fails. `output`: by its output. `nothing`: that may lack a failure.
 */
export type EndReading = 'exit' | 'zero' | 'output' | 'nothing';

/** A call as far as it may have changed or checked something. */
export type WorkFacts = Pick<CallFacts, 'name' | 'kind' | 'summary' | 'params' | 'outcome' | 'exitCode' | 'resultHead' | 'resultTail'>;

const maxWork = 24;
const maxNames = 12;
const maxDepth = 3;

const toFields = (value: unknown): ReadonlyMap<string, unknown> =>
  new Map(typeof value === 'object' && value !== null && !Array.isArray(value) ? Object.entries(value) : []);

const toText = (value: unknown): string | null => (typeof value === 'string' ? value : null);

/** A line for a shell, from a list of words or a text. */
const toLine = (value: unknown): string | null => {
  if (typeof value === 'string') return value;
  if (!Array.isArray(value) || !value.every((part) => typeof part === 'string')) return null;
  const at = value.findIndex((part) => /^-[a-z]{0,6}c$/u.test(part));
  if (at === 1 && /(?:^|\/)(?:ba|z|da)?sh$/u.test(value[0] ?? '')) return value[2] ?? null;
  return value.map((part) => (/^[\w@%+=:,./-]+$/u.test(part) ? part : `'${part.replaceAll("'", `'\\''`)}'`)).join(' ');
};

/** The file that arguments name. */
const toNamed = (fields: ReadonlyMap<string, unknown>): string | null =>
  toText(
    fields.get('file_path') ??
      fields.get('path') ??
      fields.get('filename') ??
      fields.get('notebook_path') ??
      fields.get('target_file') ??
      fields.get('relative_path') ??
      fields.get('filePath'),
  );

const listEdited = ({ params, summary }: WorkFacts): FileChange[] => {
  const { json, text } = readArguments(params);
  if (!json) return text.includes('*** Begin Patch') ? toPatched(text) : [];
  if (typeof json.value === 'string') return toPatched(json.value);
  const fields = toFields(json.value);
  // An editor that also shows files.
  if (fields.get('command') === 'view') return [];
  const named = toNamed(fields);
  if (named !== null) return [{ did: 'change', path: named }];
  const patch = [...fields.values()].map(toLine).find((value) => value?.includes('*** Begin Patch'));
  if (patch) return toPatched(patch);
  return summary.endsWith('…') ? [{ did: 'alter', path: null }] : summary.split(', ').map((path) => ({ did: 'change', path }));
};

/** The exit code of a call's last command: 0, another one, or null where it is not known. */
const toExit = ({ outcome, exitCode }: WorkFacts): number | null => {
  if (outcome !== 'ok' && outcome !== 'error') return null;
  return exitCode ?? (outcome === 'ok' ? 0 : 1);
};

/** Exit codes of processes that were stopped: by `timeout`, Ctrl-C, kill. */
export const stopped: readonly number[] = [124, 130, 137, 143];
/** Standard modules and common packages, which are no part of the project. */
const foreign = new Set(
  'os sys re json math time datetime pathlib subprocess collections itertools functools random csv io string typing shutil glob hashlib base64 struct tempfile threading asyncio urllib http socket sqlite3 textwrap statistics operator copy pprint platform inspect ast importlib logging argparse unittest numpy np pandas pd scipy matplotlib requests yaml toml tomllib PIL sklearn torch tensorflow bs4 lxml fs path util crypto child_process node process events stream url assert zlib pickle gzip zipfile uuid warnings traceback contextlib dataclasses enum html xml email fractions decimal'.split(
    ' ',
  ),
);
const imported = /(?:\bimport|\bfrom|\brequire(?:_relative)?\b\(?)\s{0,4}['"]?([\w@./-]{1,80})/gu;
const namedFile = /([\w./-]{1,80}\.(?:py|[cm]?[jt]sx?|rb|php|pl|sh|lua|jl|sql))\b/gu;
const running = /\b(?:subprocess|child_process|runpy|popen|spawn|system|exec(?:Sync|File|FileSync)?|importlib|check_(?:call|output))\b/u;

/** Names of the project that a script imports or runs. */
const listNames = (text: string): string[] => {
  const looked = text.slice(0, 16_384);
  // A file that is only read is not run.
  const files = running.test(looked) ? [...looked.matchAll(namedFile)] : [];
  const names = [...looked.matchAll(imported), ...files].map(([, name = '']) => name.replace(/^\.{0,2}\//u, ''));
  return [...new Set(names)].filter((name) => name !== '' && !foreign.has(name.split(/[./:]/u, 1)[0] ?? '')).slice(0, maxNames);
};

type Line = {
  folder: string | null;
  exit: number | null;
  /** The exit code was reported, not only that the line failed. */
  isExitReported: boolean;
  isRunning: boolean;
  /** The line's exit code is that of all of it. */
  isImplied: boolean;
  /** The name of the process that is running in later calls. */
  task: string | null;
  text: string;
  size: OutputSize;
  cwd: string | null;
  /** In a container, whose folders are others. */
  isContained: boolean;
  depth: number;
};

const resolve = (folder: string | null, path: string, cwd: string | null): string =>
  toRelativePath(folder === null || folder === '' || path.startsWith('~') || isAbsolutePath(path) ? path : `${folder}/${path}`, cwd);

const toFileWork = (changes: readonly FileChange[], folder: string | null, cwd: string | null, isNew = false): Work[] =>
  changes.flatMap((one): Work[] => {
    if (one.did === 'alter') return one.path !== null && holdsNoCode(resolve(folder, one.path, cwd)) ? [] : [{ did: 'alter' }];
    const path = resolve(folder, one.path, cwd);
    return isJudged(path) ? [{ did: one.did, path, isNew: isNew || (one.did === 'change' && one.isNew === true) }] : [];
  });

/** Commands that cannot fail, or say so otherwise: where a line ends with an error, it was another one. */
const harmless = /^(?:echo|printf|true|:|date|set|export|unset|local|sleep|pwd|clear)$/u;

const home = /^(?:\/(?:home|Users)\/[^/]+|\/root)(?=\/|$)/u;

/** Variables that a line sets or every shell has, and the text with their values. */
const makeVariables = (cwd: string | null) => {
  const values = new Map<string, string>();
  const homeFolder = home.exec(cwd ?? '')?.[0];
  if (homeFolder !== undefined) values.set('HOME', homeFolder);
  for (const name of ['CLAUDE_PROJECT_DIR', 'PWD']) if (cwd !== null) values.set(name, cwd);
  const expand = (word: string): string => {
    const plain = homeFolder !== undefined && /^~(?:\/|$)/u.test(word) ? `${homeFolder}${word.slice(1)}` : word;
    if (!plain.includes('$')) return plain;
    return plain.replace(
      /\$(?:\{(\w{1,64})\}|(\w{1,64}))/gu,
      (whole, braced?: string, bare?: string) => values.get(braced ?? bare ?? '') ?? whole,
    );
  };
  const set = (words: readonly string[]): void => {
    const set = words[0] === 'export' ? words.slice(1) : words;
    if (!set.every((word) => assignment.test(word))) return;
    for (const word of set) {
      const at = word.indexOf('=');
      const value = expand(word.slice(at + 1)).slice(0, maxValue);
      if (values.size < maxVariables) values.set(word.slice(0, at), value.includes('$') ? `$${word.slice(0, at)}` : value);
    }
  };
  return { expand, set };
};
const maxValue = 1_000;
const maxVariables = 64;

/** A folder that nobody can tell. */
const nowhere = '?';

/** The folder of a shell, the one before it, and those that `pushd` left. */
type Place = { folder: string | null; last: string | null; left: readonly (string | null)[] };

/** Gives the place of a command by its scopes: that of a subshell is its own, and behind a block nobody knows whether it went elsewhere. */
const makePlaces = (folder: string | null): ((scopes: readonly Scope[]) => Place) => {
  const top: Place = { folder, last: folder, left: [] };
  const entered: { scope: Scope; place: Place }[] = [];
  const current = (): Place => entered.at(-1)?.place ?? top;
  return (scopes) => {
    const kept = entered.filter(({ scope }, at) => scope === scopes[at]).length;
    while (entered.length > kept) {
      const ended = entered.pop();
      if (ended?.scope.kind === 'block' && ended.place.folder !== current().folder) current().folder = nowhere;
    }
    for (const scope of scopes.slice(kept)) entered.push({ scope, place: { ...current() } });
    return current();
  };
};

/** Goes where a command does: to a folder, or back to the one that `pushd` left. */
const go = (place: Place, use: Extract<ProgramUse, { use: 'folder' }>, before: readonly string[], cwd: string | null): void => {
  const { folder, left } = place;
  if (use.folder === null) {
    if (left.length === 0) return;
    place.folder = left.at(-1) ?? null;
    place.left = left.slice(0, -1);
  } else {
    if (use.isPushed) place.left = [...left, folder].slice(-maxLeft);
    place.folder = findFolder(use.folder, before, place, cwd);
  }
  place.last = folder;
};
const maxLeft = 16;

/** The folder that `cd` goes to. `before`: the command that stands before it, which is the one that it substitutes. */
const findFolder = (target: string, before: readonly string[], { folder, last }: Place, cwd: string | null): string | null => {
  if (target === '-') return last;
  if (target === '$(…)' && before.includes('--show-toplevel')) return null;
  if (target === '$(…)' && before[0] === 'mktemp') return '/tmp/made';
  if (/[$*?]|^~/u.test(target)) return nowhere;
  return folder === nowhere && !isAbsolutePath(target) ? nowhere : resolve(folder, target, cwd);
};

/** Commands that show a file, or a part of it. */
const showing = /^(?:cat|tail|head|less|[efz]?grep|rg|sed|g?awk|cut|sort)$/u;

/** The commands that the output of a command goes through, also those that show the file which it is written to. */
const listFilters = (commands: readonly ShellCommand[], at: number): ShellCommand['filters'] => {
  const command = commands[at];
  if (!command) return [];
  const { filters, writes } = command;
  const files = [...writes, ...filters.flatMap(([program, ...words]) => (program === 'tee' ? words : []))];
  if (files.length === 0) return filters;
  const isFile = (word: string): boolean => files.includes(word);
  const readers = commands
    .slice(at + 1, at + 1 + maxReaders)
    .filter(
      ({ words, input }) => showing.test(words[0] ?? '') && (words.some(isFile) || isFile(/^< (.+)$/su.exec(input ?? '')?.[1] ?? '')),
    );
  return [...filters, ...readers.flatMap(({ words, filters }) => [words.filter((word) => !isFile(word)), ...filters])];
};
const maxReaders = 16;

/**
 * How a check ended. `lineExit`: the exit code of the line where the check decides it; null: it does not, or it is not known. `isAlone`: no
 * other command can have given it. `isHiding`: the text may lack a failure.
 */
const findResult = (
  use: Pick<CheckUse, 'kind' | 'isStrict' | 'format'>,
  command: ShellCommand,
  lineExit: number | null,
  { text, isHiding, isAlone, isExitReported }: Pick<Line, 'text' | 'isExitReported'> & { isHiding: boolean; isAlone: boolean },
): CheckResult => {
  const { kind, isStrict, format } = use;
  const printed = readOutput(kind, text, { format, isHiding });
  const reported = readReportedExit(command.reportedExit, text);
  const isDecided = reported === null && lineExit !== null;
  const exit = reported ?? lineExit;
  const isEmpty = (kind === 'tests' || kind === 'run') && ranNoTest(text);
  if (isDecided && lineExit !== 0) {
    if (isEmpty || stopped.includes(lineExit)) return 'unknown';
    if (isAlone && printed === 'passed') return isExitReported ? 'failed' : 'unknown';
    return printed ?? 'failed';
  }
  if (isEmpty) return exit === null || exit === 0 ? 'unknown' : 'failed';
  if (reported !== null && stopped.includes(reported)) return printed ?? 'unknown';
  if (reported !== null) return reported !== 0 || printed === 'failed' ? 'failed' : isStrict ? 'passed' : (printed ?? 'unknown');
  if (isDecided) return isContradicted(kind, text) ? 'failed' : isStrict ? 'passed' : (printed ?? 'unknown');
  const answer = readAnswer(command.answers, text);
  return printed === 'failed' ? 'failed' : (answer ?? printed ?? 'unknown');
};

const readLine = (line: string, about: Line): Work[] => {
  const { commands, isCut } = readShell(line);
  const { exit, text, cwd } = about;
  const enter = makePlaces(about.folder);
  const work: Work[] = [];
  const variables = makeVariables(cwd);
  /** Exit codes of checks, by which they are known to have failed. */
  const exits = new Map<Work, number | null>();
  /** Names that scripts which the line writes use, by their paths. */
  const scripts = new Map<string, readonly string[]>();
  /** The last check that ran if the line ended with 0, where nothing behind it can have failed instead. */
  let lastImplied: CheckWork | null = null;
  /** Whether what ran before may have failed instead. */
  let mayFailBefore = false;
  for (const [at, raw] of commands.entries()) {
    if (work.length >= maxWork) {
      work.push({ did: 'unreadable' }, { did: 'alter' });
      break;
    }
    const command = { ...raw, words: raw.words.map(variables.expand), writes: raw.writes.map(variables.expand) };
    variables.set(raw.words);
    const place = enter(command.scopes);
    const { folder } = place;
    const own = folder === nowhere ? '$' : folder;
    work.push(...toFileWork(listFileChanges(command), own, cwd));
    if (command.input !== null) for (const path of command.writes) scripts.set(resolve(own, path, cwd), listNames(command.input));
    const use = readUse(command);
    if (use.use === 'folder') {
      if (!about.isContained) go(place, use, commands[at - 1]?.words ?? [], cwd);
      continue;
    }
    if (use.use === 'unknown') work.push({ did: 'unreadable' });
    if (use.use === 'shell') {
      if (about.depth >= maxDepth) {
        work.push({ did: 'unreadable' });
        continue;
      }
      const inner = readLine(use.text, {
        ...about,
        folder,
        exit: command.isImplied ? exit : null,
        isImplied: about.isImplied && command.isImplied,
        isContained: about.isContained || use.isContained,
        depth: about.depth + 1,
      });
      work.push(...inner);
      if (command.isImplied) lastImplied = inner.findLast((one) => one.did === 'check') ?? null;
      continue;
    }
    const script = use.use === 'script' ? use.text : null;
    if (script !== null) work.push(...toFileWork(listScriptChanges(script), own, cwd));
    const scriptNames = script === null ? null : listNames(script);
    if ((use.use !== 'check' && use.use !== 'script') || scriptNames?.length === 0) {
      if (command.isImplied && command.words.length > 0 && !harmless.test(command.words[0] ?? '')) {
        lastImplied = null;
        mayFailBefore ||= !reliable.test(command.words[0] ?? '');
      }
      continue;
    }
    const check = use.use === 'check' ? use : scriptCheck;
    const file = check.file === null ? null : resolve(own, check.file, cwd);
    // A program that lies elsewhere belongs to what lies beside it.
    const home = file !== null && isAbsolutePath(file) && !isScratch(file) ? file.slice(0, file.lastIndexOf('/')) : null;
    const where = home ?? (check.folder === null ? folder : findFolder(check.folder, [], place, cwd));
    const names = use.use === 'check' ? findNames(use, file, { folder: own, cwd, scripts }) : scriptNames;
    const done: CheckWork = {
      did: 'check',
      kind: check.kind,
      result: 'unknown',
      folder: check.kind === 'fetch' || where === nowhere ? null : where,
      names,
      language: check.language,
    };
    const filters = listFilters(commands, at);
    const isAlone = !mayFailBefore && lastImplied === null && !mayFailBehind(commands, at);
    const reported = readReportedExit(command.reportedExit, text);
    if (about.isRunning) {
      done.result = 'running';
      done.task = about.task;
      if (about.isImplied && command.isImplied && check.isStrict && where !== nowhere)
        done.endsBy = mayFailBefore || mayFailBehind(commands, at) ? 'zero' : 'exit';
      else done.endsBy = where === nowhere || mayHideFailure(filters, unknownSize) ? 'nothing' : 'output';
    } else
      done.result = findResult(check, command, command.isImplied ? exit : null, {
        ...about,
        isHiding: mayHideFailure(filters, about.size),
        isAlone,
      });
    exits.set(done, reported ?? (command.isImplied ? exit : null));
    if (command.isImplied && exit !== null && exit !== 0 && reported === null) {
      // Only the last of a chain is sure to be the one that failed.
      if (lastImplied?.result === 'failed') lastImplied.result = 'unknown';
      lastImplied = done;
      const isOther = mayFailBefore || mayFailBehind(commands, at);
      if (isOther && done.result === 'failed' && !showsFailure(check.kind, text)) done.result = 'unknown';
    }
    // A check that passed somewhere may have been one of another project.
    if (done.result === 'passed' && where === nowhere) done.result = 'unknown';
    work.push(done);
  }
  if (isCut) work.push({ did: 'unreadable' });
  return findTestResult(text)?.isPassed === false ? work : work.flatMap((one) => toRun(one, exits.get(one), text));
};

/** A failed check, unless it never began: then it is missing, or nobody knows whether it ran. `exit`: undefined where it is not looked at. */
const toRun = (work: Work, exit: number | null | undefined, text: string): Work[] => {
  if (work.did !== 'check' || work.result !== 'failed' || exit === undefined) return [work];
  const absence = exit !== null && neverBegan.includes(exit) ? 'absent' : readAbsence(work.kind, text);
  if (absence === null) return [work];
  return absence === 'absent' ? [{ did: 'miss' }] : [{ ...work, result: 'unknown' }, { did: 'miss' }];
};

/** A script that stands in the line. */
const scriptCheck: Omit<CheckUse, 'use' | 'names'> = {
  kind: 'run',
  folder: null,
  language: null,
  file: null,
  isStrict: true,
  format: null,
};

/** Exit codes of shells that found no program, or one that they may not run; the last is that of Windows. */
export const neverBegan: readonly number[] = [126, 127, 9009];

/** Commands before a check that hardly ever fail, and answer no question by that. */
const reliable = /^(?:mkdir|rm|cp|mv|touch|cat|tee|source|\.|head|tail|wc|chmod)$/u;

/** Whether an output shows that a check failed, whatever else was run beside it. */
const showsFailure = (kind: CheckKind, text: string): boolean =>
  findTestResult(text)?.isPassed === false ||
  (kind !== 'fetch' && !/npm (?:ERR!|error) /u.test(text) && readOutput(kind, text) === 'failed');

/** The files and packages that a check judges alone: those that it is given, and those that its scratch file uses; null: the whole project. */
const findNames = (
  { kind, names }: CheckUse,
  file: string | null,
  { folder, cwd, scripts }: { folder: string | null; cwd: string | null; scripts: ReadonlyMap<string, readonly string[]> },
): readonly string[] | null => {
  if (names) {
    const paths = names.map((word) => (/[/.]/u.test(word) ? resolve(folder, word, cwd) : word)).slice(0, maxNames);
    const session = cwd === null ? null : cwd.slice(cwd.lastIndexOf('/') + 1);
    return paths.includes('') || (session !== null && paths.includes(session)) ? null : paths;
  }
  return kind === 'run' && file !== null && isScratch(file) ? [file, ...(scripts.get(file) ?? [])] : null;
};

/** Whether a command behind another one, on which the line's exit code depends, too, may be the one that failed. */
const mayFailBehind = (commands: readonly ShellCommand[], at: number): boolean =>
  commands.slice(at + 1).some(({ words, isImplied }) => isImplied && words.length > 0 && !harmless.test(words[0] ?? ''));

/** A check that ended with 0 although its output says that it failed: of tests that a script counts, and of pages. */
const isContradicted = (kind: CheckKind, text: string): boolean =>
  kind === 'tests' || kind === 'run' || kind === 'fetch'
    ? readOutput(kind === 'run' ? 'tests' : kind, text) === 'failed' && (kind === 'fetch' || findTestResult(text)?.isPassed === false)
    : false;

/** Tools of servers that run or show the project in a way that their names tell, and no result does. */
const mayCheck =
  /test|build|lint|diagnostic|typecheck|compile|check|run|exec|eval|browser|playwright|puppeteer|chrome|screenshot|navigate|simulat|device|shell|terminal|command|script/iu;
const navigating = /navigate|goto|open_?(?:page|url)|new_page|visit/iu;
const shellNames = /bash|shell|exec|run_?c|command|terminal|cmd/iu;
const writingNames =
  /(?:^|[_.-])(?:write|edit|create|insert|replace|patch|delete|remove|rename|move|refactor|save|append|update)(?:[_.-]|[A-Z]|$)|(?:write|edit|replace|create|delete)(?:File|_file|Text|_text|_symbol)/u;
const removingNames = /(?:^|[_.-])(?:delete|remove)(?:[_.-]|[A-Z]|$)/u;
const polls: ReadonlySet<string> = new Set([
  'bashoutput',
  'taskoutput',
  'agentoutput',
  'agentoutputtool',
  'killshell',
  'write_stdin',
  'functions.write_stdin',
  'wait',
]);
const none: readonly Work[] = [];
/** Claude Code marks the calls beside a failed one as failed: they were never made. */
export const wasNeverMade = ({ outcome, resultHead }: Pick<CallFacts, 'outcome' | 'resultHead'>): boolean =>
  outcome === 'error' && /Sibling tool call errored|Cancelled: parallel tool call/u.test((resultHead ?? '').slice(0, 400));

const maxTask = 40;
const begun = /\b(?:(?:in (?:the )?)?background (?:with|as) ID|(?:session|task|shell|process|agent|bash)[ _]?ID)\b\W{0,4}([\w-]{1,80})/iu;
const stillRunning = /<status>\s{0,4}running|"status"\s{0,4}:\s{0,4}"running|\bstatus: running|Process running with|still running/iu;

const toTask = (value: unknown): string | null => {
  const id = typeof value === 'number' ? String(value) : toText(value);
  return id === null || id === '' ? null : id.slice(0, maxTask);
};

/** The name that a call gives to the process it began; null: none. */
const findTask = (text: string): string | null => toTask(begun.exec(text.slice(0, 4_000))?.[1]);

const toResult = (isPassed: boolean): 'passed' | 'failed' => (isPassed ? 'passed' : 'failed');

/** Reads a call that asks for the end of another one. */
const readPoll = ({ params, outcome }: WorkFacts, text: string): readonly Work[] => {
  const fields = toFields(readArguments(params).json?.value);
  const task = toTask(
    ['bash_id', 'task_id', 'shell_id', 'session_id', 'agentId', 'agent_id', 'process_id', 'cell_id', 'id']
      .map((name) => fields.get(name))
      .find((value) => value !== undefined),
  );
  const typed = toText(fields.get('chars'));
  // A running program may do anything with typed text.
  const typedWork: Work[] = typed !== null && /[^\s\p{Cc}]/u.test(typed) ? [{ did: 'unreadable' }, { did: 'alter' }] : [];
  const ended = /(?:<exit_code>\s{0,4}|exited with code |exit code:? |"exitCode"\s{0,4}:\s{0,4})(-?\d{1,10})/iu.exec(text)?.[1];
  const tests = findTestResult(text);
  const printed = {
    tests: tests && toResult(tests.isPassed),
    others: readOutput('build', text),
    isEmpty: ranNoTest(text),
    isAbsent: readAbsence('tests', text) !== null,
  };
  if (ended !== undefined) return [...typedWork, { did: 'await', task, exit: Number(ended), printed }];
  if (stillRunning.test(text.slice(0, 4_000)) || outcome === 'running')
    return tests === null ? typedWork : [...typedWork, { did: 'unreadable' }];
  // If nobody saw it begin, it may be about the change, or not.
  const unseen: Work[] = tests === null ? [] : [{ did: 'unreadable' }];
  return [...typedWork, ...unseen, { did: 'await', task, exit: null, printed: { ...printed, others: null } }];
};

/** Agents that only look: they are given no tool that writes. */
const lookingAgents = /^(?:explore|plan|claude-code-guide|statusline-setup)$/iu;

const readSubagent = (facts: WorkFacts, text: string): readonly Work[] => {
  const { name, params, outcome } = facts;
  if (/^(?:close|list)/iu.test(name)) return none;
  const type = toText(toFields(readArguments(params).json?.value).get('subagent_type'));
  if (type !== null && lookingAgents.test(type)) return [{ did: 'unreadable' }];
  const task = outcome === 'running' ? findTask(text) : null;
  return [{ did: 'alter' }, { did: 'unreadable' }, ...(task === null ? [] : [{ did: 'begin' as const, task }])];
};

/** The work of a tool of a server, or of one that no list names. */
const readOther = (
  { name }: WorkFacts,
  fields: ReadonlyMap<string, unknown>,
  text: string,
  exit: number | null,
  cwd: string | null,
): readonly Work[] => {
  const url = toText(fields.get('url'));
  if (navigating.test(name) && url !== null) {
    if (isLocalUrl(url) !== true || exit !== 0) return none;
    return [{ did: 'check', kind: 'fetch', result: readStatus(text, null) ?? 'unknown', folder: null, names: null, language: null }];
  }
  const named = toNamed(fields);
  const [, action = name] = /^mcp__.{1,80}?__(.{1,120})$/u.exec(name) ?? [];
  if (named !== null && writingNames.test(action)) {
    const path = toRelativePath(named, cwd);
    return isJudged(path) && (exit === 0 || exit === null)
      ? [{ did: removingNames.test(action) ? 'remove' : 'change', path, isNew: false }]
      : none;
  }
  if (!mayCheck.test(name)) return none;
  const result = findTestResult(text);
  return result
    ? [{ did: 'check', kind: 'tests', result: result.isPassed ? 'passed' : 'failed', folder: null, names: null, language: null }]
    : [{ did: 'unreadable' }];
};

/** Lists changes and checks of a call. `cwd`: the folder of the session. Takes linear time. */
export const readWork = (facts: WorkFacts, cwd: string | null): readonly Work[] => {
  const { kind, name, outcome, params, resultHead, resultTail } = facts;
  if (isRefused(outcome) || wasNeverMade(facts)) return none;
  const isEdit = kind === 'edit' || kind === 'write';
  if (isEdit) {
    if (outcome !== 'ok' && outcome !== 'unknown') return none;
    return toFileWork(listEdited(facts), null, cwd, kind === 'write' && !/\bupdated\b|overwr/iu.test(resultHead ?? '')).slice(0, maxWork);
  }
  const text = `${resultHead ?? ''}${resultTail ?? ''}`;
  const exit = toExit(facts);
  if (polls.has(name.toLowerCase())) return readPoll(facts, text);
  if (kind === 'subagent') return readSubagent(facts, text);
  if (kind !== 'shell' && kind !== 'mcp' && kind !== 'other') return none;
  const { json, text: raw } = readArguments(params);
  const fields = toFields(json?.value);
  const line = json
    ? toLine(fields.get('command') ?? fields.get('cmd') ?? fields.get('script') ?? json.value)
    : kind === 'shell'
      ? raw
      : null;
  if (line !== null && (kind === 'shell' || shellNames.test(name))) {
    const folder = toText(fields.get('workdir') ?? fields.get('cwd') ?? fields.get('working_directory') ?? fields.get('dir_path'));
    if (line.includes('*** Begin Patch') && /^\s*(?:apply_?patch\s+)?['"]?\*\*\* Begin Patch/u.test(line))
      return outcome === 'ok' || outcome === 'unknown' ? toFileWork(toPatched(line), folder, cwd).slice(0, maxWork) : none;
    return readLine(/powershell|pwsh/iu.test(name) ? toPosixLine(line) : line, {
      folder: folder === null ? (cwd === null ? null : '') : toRelativePath(folder, cwd),
      exit,
      isExitReported: facts.exitCode !== null,
      isImplied: true,
      isRunning: outcome === 'running',
      task: findTask(text),
      text,
      size: resultTail === null ? measureOutput(text) : unknownSize,
      cwd,
      isContained: false,
      depth: 0,
    });
  }
  return kind === 'shell' ? none : readOther(facts, fields, text, exit, cwd);
};

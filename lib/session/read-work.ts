import { isRefused } from '../domain/outcome-names.ts';
import type { CheckKind, CheckResult } from '../domain/verification.ts';
import { readArguments } from './call-arguments.ts';
import type { CallFacts } from './call-facts.ts';
import { isLocalUrl, readUse } from './check-kind.ts';
import { readShell, type ShellCommand } from './read-shell.ts';
import { toRelativePath } from './relative-path.ts';
import { findTestResult } from './test-results.ts';

/**
 * What a call did, as far as changes and their verification go, in its order: it changed a file of code; it checked the project that holds
 * `folder` (null: that of the session), or only what `names` names; it waited for a check that was running; or nobody can tell.
 */
export type Work =
  | { did: 'change'; path: string }
  | { did: 'check'; kind: CheckKind; result: CheckResult; folder: string | null; names: readonly string[] | null }
  | { did: 'await'; result: CheckResult }
  | { did: 'unreadable' };

/** A call as far as it may have changed or checked something. */
export type WorkFacts = Pick<CallFacts, 'name' | 'kind' | 'summary' | 'params' | 'outcome' | 'exitCode' | 'resultHead' | 'resultTail'>;

/** Files that a test, a build or a linter can judge. Markup, styles, data and docs are left out: they are often right as they stand. */
const code =
  /\.(?:[cm]?[jt]sx?|py|pyx|rs|go|rb|java|kts?|swift|cc?|cpp|cxx|cu|hh?|hpp|cs|fsx?|php|vue|svelte|astro|exs?|erl|hs|lua|jl|dart|scala|clj[sc]?|mli?|zig|nim|m|mm|r|pl|pm|f90|asm|s|v|sv|vhdl?|sql|sh|bash|zsh|ps1)$/iu;
/** Folders whose files belong to no project: scratch files, settings of agents, packages. */
const scratch =
  /^(?:\/tmp|\/var\/tmp|\/private|\/var\/folders|\/dev|\/proc)\/|(?:^|[/\\])(?:node_modules|site-packages|\.claude|\.codex|\.cursor|scratchpad|te?mp)[/\\]|^[A-Za-z]:[/\\].*[/\\]Temp[/\\]/u;

const maxPath = 200;

/** Whether a check can judge a file of this path. */
export const isJudged = (path: string): boolean => path.length <= maxPath && code.test(path) && !scratch.test(path);

const maxWork = 24;
const maxNames = 12;
const maxDepth = 3;

const patched = /\*\*\* (?:Add|Update) File: ([^\n\\"]{1,300})/gu;
const listPatched = (text: string): string[] => [...text.slice(0, 65_536).matchAll(patched)].map(([, file = '']) => file.trim());

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

const listEdited = ({ params, summary }: WorkFacts): string[] => {
  const { json, text } = readArguments(params);
  if (!json) return text.includes('*** Begin Patch') ? listPatched(text) : [];
  if (typeof json.value === 'string') return listPatched(json.value);
  const fields = toFields(json.value);
  // An editor that also shows files.
  if (fields.get('command') === 'view') return [];
  const named = toText(
    fields.get('file_path') ?? fields.get('path') ?? fields.get('filename') ?? fields.get('notebook_path') ?? fields.get('target_file'),
  );
  if (named !== null) return [named];
  const patch = [...fields.values()].map(toLine).find((value) => value?.includes('*** Begin Patch'));
  return patch ? listPatched(patch) : summary.endsWith('…') ? [] : summary.split(', ');
};

/** The exit code of a call's last command: 0, another one, or null where it is not known. */
const toExit = ({ outcome, exitCode }: WorkFacts): number | null => {
  if (outcome !== 'ok' && outcome !== 'error') return null;
  return exitCode ?? (outcome === 'ok' ? 0 : 1);
};

/** What a check printed that could not run at all. */
const notRun =
  /command not found|not recognized as|No rule to make target|Missing script|No such file or directory|can't open file|Cannot find module|not installed|Permission denied|No module named (?:pytest|mypy|ruff|tox)\b/u;
/** Exit codes of what was stopped: by `timeout`, Ctrl-C, kill. */
const stopped: readonly number[] = [124, 130, 137, 143];
const failing =
  /\berror(?: TS\d+)?: |^(?:Failed to compile|BUILD FAILED|FAILED\b|npm ERR!|Traceback \(most recent call last\)|make(?:\[\d+\])?: \*\*\*|\W{0,4}[1-9]\d* (?:problems?|errors?)\b|\w*(?:Error|Exception): )/mu;
const failsByCount = /^(?:Found )?0 errors?|^\W{0,4}0 problems?/mu;
const passing =
  /Compiled successfully|BUILD SUCCESSFUL|BUILD SUCCESS\b|built in [\d.]+|Found 0 errors|Success: no issues found|All checks passed|^[ \t]{0,12}Finished [`\w]/mu;
const badStatus =
  /^HTTP\/[\d.]+ [45]\d\d|^\W{0,3}(?:000|[45]\d\d)\W{0,3}$|\bCannot (?:GET|POST) |Internal Server Error|Connection refused|Failed to connect/mu;

/** How a check ended, by what it printed; null: that says nothing. */
const readOutput = (kind: CheckKind, text: string): 'passed' | 'failed' | null => {
  const tests = kind === 'tests' || kind === 'run' ? findTestResult(text) : null;
  if (tests) return tests.isPassed ? 'passed' : 'failed';
  if (kind === 'fetch') return badStatus.test(text) ? 'failed' : null;
  if (failing.test(text) && !failsByCount.test(text)) return 'failed';
  return passing.test(text) ? 'passed' : null;
};

/** What `echo "exit: $?"` behind a check printed. */
const readEcho = (next: ShellCommand | undefined, isPiped: boolean, text: string): number | null => {
  if (next === undefined || !/^(?:echo|printf)$/u.test(next.words[0] ?? '')) return null;
  const said = next.words.slice(1).join(' ');
  const at = isPiped ? said.indexOf('${PIPESTATUS[0]}') : Math.max(said.indexOf('$?'), said.indexOf('${PIPESTATUS[0]}'));
  if (at < 0) return null;
  const lead = said
    .slice(0, at)
    .replace(/^-\w+ /u, '')
    .trimStart();
  const from = lead === '' ? text.trimEnd().lastIndexOf('\n') + 1 : text.lastIndexOf(lead) + lead.length;
  if (lead !== '' && from < lead.length) return null;
  const found = /^\s{0,4}(\d{1,3})\b/u.exec(text.slice(from, from + 10));
  return found ? Number(found[1]) : null;
};

/** Standard modules and common packages, which are no part of the project. */
const foreign = new Set(
  'os sys re json math time datetime pathlib subprocess collections itertools functools random csv io string typing shutil glob hashlib base64 struct tempfile threading asyncio urllib http socket sqlite3 textwrap statistics operator copy pprint platform inspect ast importlib logging argparse unittest numpy np pandas pd scipy matplotlib requests yaml toml tomllib PIL sklearn torch tensorflow bs4 lxml fs path util crypto child_process node process events stream url assert zlib pickle gzip zipfile uuid warnings traceback contextlib dataclasses enum html xml email fractions decimal'.split(
    ' ',
  ),
);
const imported = /(?:\bimport|\bfrom|\brequire(?:_relative)?\b\(?)\s{0,4}['"]?([\w@./-]{1,80})/gu;
const namedFile = /([\w./-]{1,80}\.(?:py|[cm]?[jt]sx?|rb|php|pl|sh|lua|jl|sql))\b/gu;
const written =
  /(?:\bopen|writeFile(?:Sync)?)\(\s{0,4}['"]([\w./-]{1,150})['"]\s{0,4},\s{0,4}(?:['"][wa]b?\+?['"]|[^'"\s])|\bPath\(\s{0,4}['"]([\w./-]{1,150})['"]\s{0,4}\)\.write_text/gu;

/** Names of the project that a script imports or runs. */
const listNames = (text: string): string[] => {
  const looked = text.slice(0, 16_384);
  const names = [...looked.matchAll(imported), ...looked.matchAll(namedFile)].map(([, name = '']) => name.replace(/^\.{0,2}\//u, ''));
  return [...new Set(names)].filter((name) => name !== '' && !foreign.has(name.split(/[./:]/u, 1)[0] ?? '')).slice(0, maxNames);
};

type Line = { folder: string | null; exit: number | null; isRunning: boolean; text: string; cwd: string | null; depth: number };

const resolve = (folder: string | null, path: string, cwd: string | null): string =>
  toRelativePath(folder === null || folder === '' || /^(?:\/|~|[A-Za-z]:)/u.test(path) ? path : `${folder}/${path}`, cwd);

/** Files that a command changes. */
const listWritten = ({ words, writes, input }: ShellCommand): string[] => {
  const [program = '', ...rest] = words;
  const plain = rest.filter((word) => !word.startsWith('-'));
  if (/^(?:sed|perl|gsed)$/u.test(program))
    return rest.some((word) => /^-\w{0,6}i|^--in-place/u.test(word)) ? [...writes, ...plain.slice(1)] : [...writes];
  if (program === 'tee') return [...writes, ...plain];
  if (program === 'cp' || program === 'mv') return [...writes, ...plain.slice(-1)];
  if (/^apply_?patch$/u.test(program)) return listPatched(input ?? rest.join('\n'));
  return [...writes];
};

const readLine = (line: string, about: Line): Work[] => {
  const { commands, isCut } = readShell(line);
  const { exit, text, cwd, isRunning } = about;
  let folder = about.folder;
  const work: Work[] = [];
  /** The checks whose exit codes are known from the line's exit code. */
  let lastImplied: Extract<Work, { did: 'check' }> | null = null;
  for (const [at, command] of commands.entries()) {
    if (work.length >= maxWork) break;
    for (const path of listWritten(command))
      if (isJudged(resolve(folder, path, cwd))) work.push({ did: 'change', path: resolve(folder, path, cwd) });
    const use = readUse(command);
    if (use.use === 'folder') folder = /[$*?]|^-$/u.test(use.folder) ? folder : resolve(folder, use.folder, cwd);
    else if (use.use === 'unknown') work.push({ did: 'unreadable' });
    else if (use.use === 'shell') {
      if (about.depth >= maxDepth) continue;
      const inner = readLine(use.text, { ...about, folder, exit: command.isImplied ? exit : null, depth: about.depth + 1 });
      work.push(...inner);
      lastImplied = inner.findLast((one) => one.did === 'check') ?? lastImplied;
    } else if (use.use === 'check' || use.use === 'script') {
      const script = use.use === 'script' ? use.text : null;
      if (script !== null)
        for (const [, opened, path = opened ?? ''] of script.slice(0, 16_384).matchAll(written))
          if (isJudged(resolve(folder, path, cwd))) work.push({ did: 'change', path: resolve(folder, path, cwd) });
      const names = script === null ? null : listNames(script);
      if (names?.length === 0) continue;
      const kind = use.use === 'check' ? use.kind : 'run';
      const where = use.use === 'check' && use.folder !== null ? resolve(folder, use.folder, cwd) : folder;
      const check: Extract<Work, { did: 'check' }> = {
        did: 'check',
        kind,
        result: 'unknown',
        folder: kind === 'fetch' ? null : where,
        names,
      };
      const echoed = readEcho(command.isPiped ? commands[at + 2] : commands[at + 1], command.isPiped, text);
      const printed = readOutput(kind, text);
      if (isRunning) check.result = 'running';
      else if (echoed !== null) check.result = echoed === 0 && printed !== 'failed' ? 'passed' : 'failed';
      else if (command.isImplied && exit === 0) check.result = isContradicted(kind, text) ? 'failed' : 'passed';
      else check.result = printed ?? 'unknown';
      if (command.isImplied && exit !== null && exit !== 0) {
        // Only the last of a chain is sure to be the one that failed.
        check.result = stopped.includes(exit) ? 'unknown' : (printed ?? 'failed');
        if (lastImplied?.result === 'failed') lastImplied.result = 'unknown';
        lastImplied = check;
      }
      work.push(check);
    }
  }
  if (isCut) work.push({ did: 'unreadable' });
  // What failed is another command, or the check could not even begin.
  if (exit !== null && exit !== 0 && notRun.test(text))
    return work.filter((one) => one.did !== 'check' || one.result !== 'failed' || findTestResult(text) !== null);
  return work;
};

/** A check that ended with 0 although its output says that it failed: of tests that a script counts, and of pages. */
const isContradicted = (kind: CheckKind, text: string): boolean =>
  kind === 'tests' || kind === 'run' || kind === 'fetch'
    ? readOutput(kind === 'run' ? 'tests' : kind, text) === 'failed' && (kind === 'fetch' || findTestResult(text)?.isPassed === false)
    : false;

/** Tools of servers that run or show the project in a way that their names tell, and no result does. */
const running =
  /test|build|lint|diagnostic|typecheck|compile|check|run|exec|eval|browser|playwright|puppeteer|chrome|screenshot|navigate|simulat|device|shell|terminal|command|script/iu;
const navigating = /navigate|goto|open_?(?:page|url)|new_page|visit/iu;
const shellNames = /bash|shell|exec|run_?c|command|terminal|cmd/iu;
const polls: ReadonlySet<string> = new Set(['bashoutput', 'taskoutput', 'write_stdin', 'functions.write_stdin', 'wait']);
const none: readonly Work[] = [];

/** What a call changed and checked. `cwd`: the folder of the session. Reads arguments and result once; takes linear time. */
export const readWork = (facts: WorkFacts, cwd: string | null): readonly Work[] => {
  const { kind, name, outcome, params, resultHead, resultTail } = facts;
  const isOpen = outcome === 'ok' || outcome === 'unknown';
  if (isRefused(outcome)) return none;
  if (kind === 'edit' || kind === 'write') {
    if (!isOpen) return none;
    const paths = listEdited(facts).map((path) => toRelativePath(path, cwd));
    return [...new Set(paths)]
      .filter(isJudged)
      .slice(0, maxWork)
      .map((path) => ({ did: 'change', path }));
  }
  const text = `${resultHead ?? ''}${resultTail ?? ''}`;
  const exit = toExit(facts);
  if (polls.has(name.toLowerCase())) {
    const ended = /(?:<exit_code>|exited with code |exit code:? )(-?\d{1,10})/iu.exec(text)?.[1];
    if (ended !== undefined) return [{ did: 'await', result: Number(ended) === 0 ? 'passed' : 'failed' }];
    const tests = findTestResult(text);
    return tests === null
      ? none
      : [{ did: 'check', kind: 'tests', result: tests.isPassed ? 'passed' : 'failed', folder: null, names: null }];
  }
  if (kind === 'subagent') return /^(?:wait|close|list|send|resume)/iu.test(name) ? none : [{ did: 'unreadable' }];
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
      return isOpen
        ? listPatched(line)
            .map((path) => toRelativePath(path, cwd))
            .filter(isJudged)
            .slice(0, maxWork)
            .map((path) => ({ did: 'change', path }))
        : none;
    return readLine(line, {
      folder: folder === null ? null : toRelativePath(folder, cwd),
      exit,
      isRunning: outcome === 'running',
      text,
      cwd,
      depth: 0,
    });
  }
  if (kind === 'shell') return none;
  const url = toText(fields.get('url'));
  if (navigating.test(name) && url !== null)
    return isLocalUrl(url) && exit === 0
      ? [{ did: 'check', kind: 'fetch', result: badStatus.test(text) ? 'failed' : 'passed', folder: null, names: null }]
      : none;
  const result = findTestResult(text);
  if (running.test(name))
    return result
      ? [{ did: 'check', kind: 'tests', result: result.isPassed ? 'passed' : 'failed', folder: null, names: null }]
      : [{ did: 'unreadable' }];
  return none;
};

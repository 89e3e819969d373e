import type { Check, CheckKind, CheckResult, Verdict, Verification } from '../domain/verification.ts';
import type { CallFacts } from './call-facts.ts';
import { isCode, languageOfFile, type Language } from './languages.ts';
import { isAbsolutePath } from './relative-path.ts';
import { neverBegan, readWork, stopped, type CheckWork, type EndReading, type Work, type WorkFacts } from './read-work.ts';

/** A check that ends later, or, without a kind, an agent. */
type Task = {
  id: string | null;
  callId: string;
  kind: CheckKind | null;
  folder: string | null;
  language: Language | null;
  endsBy: EndReading;
};

/** The verification of a turn after some of its calls. Plain JSON of a few kilobytes at most, whatever the calls say. */
export type VerificationState = Omit<Verification, 'verdict'> & {
  /** Changed files that no check has passed for since, the last ones. */
  pending: readonly string[];
  /** More files than `pending` holds were changed. */
  isMore: boolean;
  /** Files that nobody knows were changed since a check passed. */
  isAltered: boolean;
  /** Files that the turn wrote itself, the last ones: to remove one again changes nothing. */
  made: readonly string[];
  tasks: readonly Task[];
  /** A check could not run, and none passed or failed since. */
  isMissed: boolean;
};

export const noWork: VerificationState = {
  changes: 0,
  lastChange: null,
  pending: [],
  checks: [],
  unreadable: null,
  isMore: false,
  isAltered: false,
  made: [],
  tasks: [],
  isMissed: false,
};

const maxPending = 12;
const maxMade = 6;
const maxTasks = 3;
const maxChecks = 8;
/** Length of a path or a folder that is remembered, as JSON. */
const maxBytes = 100;

const encoder = new TextEncoder();
const fits = (text: string | null): boolean => encoder.encode(JSON.stringify(text)).length <= maxBytes;
const lastOf = <Value>(values: readonly Value[], count: number): readonly Value[] => values.slice(-count);

/** Folders that belong to the project around them. */
const support =
  /^(?:tests?|e2e|specs?|__tests__|scripts?|ci|build|dist|out|target|bin|debug|release|examples?|tools?|bench\w*|docker|docs?|cmake-build-\w+|\.github|\.)$/iu;

/** The worktree of Claude Code that a path lies in: a copy of the project, which its checks leave out. */
const findWorktree = (path: string): string | undefined => /^(?:.*\/)?\.claude\/worktrees\/[^/]+(?=\/|$)/u.exec(path)?.[0];

/** Whether a check in a folder is one of the project that holds a file. A folder that cannot be read holds everything. */
const holds = (folder: string | null, path: string): boolean => {
  if (folder === null || /[$~*]/u.test(folder)) return true;
  const worktree = findWorktree(path);
  if (worktree !== undefined && findWorktree(folder) !== worktree) return false;
  const parts = folder.split('/');
  while (parts.length > 0 && support.test(parts.at(-1) ?? '')) parts.pop();
  const project = parts.join('/');
  if (project === '') return !isAbsolutePath(path) || folder.startsWith('/');
  return path.startsWith(`${project}/`);
};

/** `index`, `__init__` and the like are imported by the name of their folder. */
const unnamed = /^(?:index|__init__|__main__|mod|lib)$/u;

/** Whether one of the names is that of a file, of a folder that it lies in, or of a package or a module on its path. */
const isNamed = (names: readonly string[], path: string): boolean => {
  const whole = path.replace(/\.\w{1,8}$/u, '');
  const stem = whole.slice(whole.lastIndexOf('/') + 1);
  return names.some((name) => {
    const isPath = name.includes('/') || isCode(name);
    const parts = (isPath ? name.replace(/\.\w{1,8}$/u, '') : name.replaceAll('.', '/')).split(/[/:]/u).filter((part) => part !== '');
    return `/${whole}/`.includes(`/${parts.join('/')}/`) || (parts.at(-1) === stem && !unnamed.test(stem));
  });
};

/** Whether a check of a language judges a file: of no language, all of them. */
const speaks = (language: Language | null, path: string): boolean => {
  const other = language === null ? null : languageOfFile(path);
  return other === null || other === language;
};

/** The newest of each kind, and what is still running. */
const addCheck = (state: VerificationState, check: Check): VerificationState => ({
  ...state,
  checks: lastOf(
    [
      ...state.checks.filter(
        ({ kind, callId, result }) =>
          (kind !== check.kind || (result === 'running' && check.result === 'running')) && (callId !== check.callId || kind !== check.kind),
      ),
      check,
    ],
    maxChecks,
  ),
});

const addTask = (state: VerificationState, task: Task): VerificationState =>
  fits(task.folder) && fits(task.id) ? { ...state, tasks: lastOf([...state.tasks, task], maxTasks) } : state;

/** A check of a project passed: it holds what is in its folder and of its language. */
const pass = (
  state: VerificationState,
  { folder, names, language }: Pick<CheckWork, 'folder' | 'names' | 'language'>,
): VerificationState => {
  const covers = (path: string): boolean => holds(folder, path) && speaks(language, path) && (names === null || isNamed(names, path));
  const isOfLast = covers(state.lastChange?.path ?? '');
  return {
    ...state,
    pending: state.pending.filter((path) => !covers(path)),
    isMore: state.isMore && !((folder === null || folder === '') && isOfLast && names === null),
    isAltered: state.isAltered && !(isOfLast && names === null),
  };
};

/** Checks that were made or began before a change say nothing of it. */
const forget = (state: VerificationState): VerificationState => ({
  ...state,
  checks: [],
  unreadable: null,
  isMissed: false,
  tasks: state.tasks.filter(({ kind }) => kind === null),
});

const change = (state: VerificationState, path: string, isNew: boolean, callId: string): VerificationState => {
  const isKept = fits(path);
  const others = state.pending.filter((one) => one !== path);
  const all = isKept ? [...others, path] : others;
  return {
    ...forget(state),
    changes: state.changes + 1,
    lastChange: { callId, path },
    pending: lastOf(all, maxPending),
    isMore: state.isMore || !isKept || all.length > maxPending,
    made: isNew && isKept && state.made.length < maxMade && !state.made.includes(path) ? [...state.made, path] : state.made,
  };
};

const alter = (state: VerificationState): VerificationState => (state.changes === 0 ? state : { ...forget(state), isAltered: true });

/** How a check that was running ended. `isLast`: of those that its line made. */
const readEnd = ({ kind, endsBy }: Task, { exit, printed }: Extract<Work, { did: 'await' }>, isLast: boolean): CheckResult => {
  const isTests = kind === 'tests' || kind === 'run';
  if (isTests && printed.isEmpty) return 'unknown';
  const others = isTests && printed.others === 'passed' ? null : printed.others;
  const shown = kind === 'fetch' ? null : ((isTests ? printed.tests : null) ?? others);
  if (exit !== null && (endsBy === 'exit' || endsBy === 'zero')) {
    if (exit === 0) return isTests && printed.tests === 'failed' ? 'failed' : 'passed';
    if (shown === 'failed') return 'failed';
    return endsBy === 'exit' && isLast && !printed.isAbsent && !stopped.includes(exit) && !neverBegan.includes(exit) ? 'failed' : 'unknown';
  }
  if (shown === 'failed' || (shown === 'passed' && endsBy !== 'nothing')) return shown;
  return exit === null ? 'running' : 'unknown';
};

const endTask = (state: VerificationState, work: Extract<Work, { did: 'await' }>): VerificationState => {
  const named = state.tasks.filter(({ id }) => id !== null && id === work.task);
  const others = state.tasks.filter(({ id }) => id === null);
  const isOne = others.every(({ callId }) => callId === others[0]?.callId);
  const ended = named.length > 0 ? named : isOne ? others : [];
  return ended.reduce((sum, task) => {
    const rest = { ...sum, tasks: sum.tasks.filter((one) => one !== task) };
    if (task.kind === null) return alter(rest);
    const result = readEnd(task, work, task === ended.at(-1));
    if (result === 'running') return sum;
    const isMissed =
      rest.isMissed || (result === 'unknown' && (work.printed.isAbsent || (work.exit !== null && neverBegan.includes(work.exit))));
    const checked = addCheck({ ...rest, isMissed }, { callId: task.callId, kind: task.kind, result });
    return result === 'passed' ? pass(checked, { ...task, names: null }) : checked;
  }, state);
};

/** Checks that only read files of their language. */
const reading: readonly CheckKind[] = ['types', 'lint'];

const stepCheck = (state: VerificationState, work: CheckWork, callId: string): VerificationState => {
  const { kind, result, folder, names, language, task = null, endsBy = 'nothing' } = work;
  const { pending } = state;
  // An agent may have left the folder of the session before.
  const near = pending.filter((path) => folder === '' || holds(folder, path));
  if (pending.length > 0 && near.length === 0 && !state.isMore && !state.isAltered) return state;
  const passed = pass(state, work);
  const isOfNone =
    pending.length > 0 &&
    passed.pending.length === pending.length &&
    !(state.isMore && !passed.isMore) &&
    !(state.isAltered && !passed.isAltered);
  const isOfOthers = isOfNone && near.length > 0;
  // A script that names none of the changed files may still use them, and so may what runs another language.
  if (names !== null && pending.length === 0) return state;
  if (isOfOthers && !(result === 'failed' && kind !== 'run' && near.some((path) => speaks(language, path)))) {
    const judgesOthers = reading.includes(kind) && (kind === 'lint' || !near.some((path) => speaks(language, path)));
    return judgesOthers ? state : { ...state, unreadable: callId };
  }
  const isMissed = state.isMissed && result !== 'passed' && result !== 'failed';
  const checked = addCheck({ ...state, isMissed }, { callId, kind, result });
  if (result === 'running') return names === null ? addTask(checked, { id: task, callId, kind, folder, language, endsBy }) : checked;
  if (result !== 'passed') return checked;
  const left = near.some((path) => passed.pending.includes(path));
  return { ...pass(checked, work), unreadable: left && !(reading.includes(kind) && names === null) ? callId : state.unreadable };
};

const stepWork = (state: VerificationState, work: Work, callId: string): VerificationState => {
  switch (work.did) {
    case 'change':
      return change(state, work.path, work.isNew, callId);
    case 'remove': {
      if (!state.made.includes(work.path)) return change(state, work.path, false, callId);
      const isOther = (path: string): boolean => path !== work.path;
      return { ...state, pending: state.pending.filter(isOther), made: state.made.filter(isOther) };
    }
    case 'alter':
      return alter(state);
    case 'begin':
      return addTask(state, { id: work.task, callId, kind: null, folder: null, language: null, endsBy: 'nothing' });
    case 'miss':
      return state.changes === 0 ? state : { ...state, isMissed: true };
    case 'await':
      return endTask(state, work);
    case 'unreadable':
      return state.changes === 0 ? state : { ...state, unreadable: callId };
    case 'check':
      return state.changes === 0 ? state : stepCheck(state, work, callId);
  }
};

/** Adds what a call did. */
export const stepVerification = (state: VerificationState, work: readonly Work[], callId: string): VerificationState =>
  work.reduce((sum, one) => stepWork(sum, one, callId), state);

/** Checks that stay failed until they are run again. The others may be tried in another way. */
const lasting: readonly CheckKind[] = ['tests', 'types', 'build', 'lint'];

/**
 * Says whether the changes of a turn were verified. `verified`: after the last change to a file of code, a check ran on the project that
 * holds it, its exit code or its summary is known, and it passed. `failed`: the last one failed, or tests, types, a build or a linter did
 * and were not run again. `cannot_tell`: there was a call that may have been a check, or whose end is not known; or, after what passed,
 * files that nobody knows were changed or another check could not run. `not_verified`: no such call. `nothing_to_verify`: no file of code
 * was changed.
 */
export const decideVerification = ({ changes, pending, checks, unreadable, isMore, isAltered, isMissed }: VerificationState): Verdict => {
  if (changes === 0) return 'nothing_to_verify';
  const last = checks.at(-1);
  if (last?.result === 'failed' || checks.some(({ kind, result }) => result === 'failed' && lasting.includes(kind))) return 'failed';
  const isOpen = pending.length > 0 || isMore || isAltered;
  if (!isOpen && !isMissed && checks.some(({ result }) => result === 'passed')) return 'verified';
  const isUnknown = unreadable !== null || checks.some(({ result }) => result === 'unknown' || result === 'running');
  // Nothing that is known is left to check.
  return isUnknown || pending.length === 0 ? 'cannot_tell' : 'not_verified';
};

/** The same over all calls of a turn, in their order. `cwd`: the folder of the session. */
export const computeVerification = (calls: readonly (WorkFacts & Pick<CallFacts, 'id'>)[], cwd: string | null): Verification => {
  const state = calls.reduce((sum, call) => stepVerification(sum, readWork(call, cwd), call.id), noWork);
  const { changes, lastChange, checks, unreadable } = state;
  return { verdict: decideVerification(state), changes, lastChange, checks, unreadable };
};

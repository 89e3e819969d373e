import type { Check, CheckKind, Verdict, Verification } from '../domain/verification.ts';
import type { CallFacts } from './call-facts.ts';
import { readWork, type Work, type WorkFacts } from './read-work.ts';

/** What is known after some of its calls. */
export type VerificationState = Omit<Verification, 'verdict'> & {
  /** Changed files that no check has passed for since, the last ones. */
  pending: readonly string[];
};

export const noWork: VerificationState = { changes: 0, lastChange: null, pending: [], checks: [], unreadable: null };

const maxPending = 12;

/** Folders that belong to the project around them. */
const support =
  /^(?:tests?|e2e|specs?|__tests__|scripts?|ci|build|dist|out|target|bin|debug|release|examples?|tools?|bench\w*|docker|docs?|cmake-build-\w+|\.github|\.)$/iu;

/** Whether a check in a folder is one of the project that holds a file. A folder that cannot be read holds everything. */
const holds = (folder: string | null, path: string): boolean => {
  if (folder === null || /[$~*]/u.test(folder)) return true;
  const isAbsolute = (name: string): boolean => /^(?:\/|[A-Za-z]:)/u.test(name);
  const parts = folder.split('/');
  while (parts.length > 0 && support.test(parts.at(-1) ?? '')) parts.pop();
  const project = parts.join('/');
  if (project === '') return !isAbsolute(path) || folder.startsWith('/');
  return path.startsWith(`${project}/`);
};

/** `index`, `__init__` and the like are imported by the name of their folder. */
const unnamed = /^(?:index|__init__|__main__|main|mod|lib)$/u;

const isNamed = (names: readonly string[], path: string): boolean => {
  const parts = path.replace(/\.\w{1,8}$/u, '').split('/');
  const stem = unnamed.test(parts.at(-1) ?? '') ? [parts.at(-1), parts.at(-2)] : [parts.at(-1)];
  return names.some((name) => name.split(/[./:]/u).some((part) => stem.includes(part)));
};

const addCheck = (state: VerificationState, check: Check): VerificationState => ({
  ...state,
  checks: [...state.checks.filter(({ kind }) => kind !== check.kind), check],
});

const stepWork = (state: VerificationState, work: Work, callId: string): VerificationState => {
  switch (work.did) {
    case 'change': {
      const pending = [...state.pending.filter((path) => path !== work.path), work.path].slice(-maxPending);
      return { changes: state.changes + 1, lastChange: { callId, path: work.path }, pending, checks: [], unreadable: null };
    }
    case 'await': {
      const open = state.checks.findLast(({ result }) => result === 'running');
      if (!open) return state;
      const checked = addCheck(state, { callId, kind: open.kind, result: work.result });
      return work.result === 'passed' ? { ...checked, pending: [] } : checked;
    }
    case 'unreadable':
      return state.changes === 0 ? state : { ...state, unreadable: callId };
    case 'check': {
      if (state.changes === 0) return state;
      const { kind, result, folder, names } = work;
      if (names !== null) {
        // A script that names none of the changed files may still use them.
        const isOfFiles = state.pending.some((path) => isNamed(names, path));
        if (!isOfFiles) return state.pending.length === 0 ? state : { ...state, unreadable: callId };
      } else if (state.pending.length > 0 && !state.pending.some((path) => holds(folder, path))) return state;
      const pending = result === 'passed' ? (names === null ? state.pending.filter((path) => !holds(folder, path)) : []) : state.pending;
      return { ...addCheck(state, { callId, kind, result }), pending };
    }
  }
};

/** Adds what a call did. */
export const stepVerification = (state: VerificationState, work: readonly Work[], callId: string): VerificationState =>
  work.reduce((sum, one) => stepWork(sum, one, callId), state);

/** Checks that stay failed until they are run again. The others may be tried in another way. */
const lasting: readonly CheckKind[] = ['tests', 'types', 'build', 'lint'];

/**
 * What verified the changes of a turn. `verified`: after the last change to a file of code, a check ran on the project that holds it, its
 * exit code or its summary is known, and it passed. `failed`: the last one failed, or tests, types, a build or a linter did and were not run
 * again. `cannot_tell`: there was a call that may have been a check, or whose end is not known. `not_verified`: no such call.
 * `nothing_to_verify`: no file of code was changed.
 */
export const decideVerification = ({ changes, pending, checks, unreadable }: VerificationState): Verdict => {
  if (changes === 0) return 'nothing_to_verify';
  const last = checks.at(-1);
  if (last?.result === 'failed' || checks.some(({ kind, result }) => result === 'failed' && lasting.includes(kind))) return 'failed';
  if (pending.length === 0 && checks.some(({ result }) => result === 'passed')) return 'verified';
  return unreadable !== null || checks.some(({ result }) => result === 'unknown' || result === 'running') ? 'cannot_tell' : 'not_verified';
};

/** The same over all calls of a turn, in their order. `cwd`: the folder of the session. */
export const computeVerification = (calls: readonly (WorkFacts & Pick<CallFacts, 'id'>)[], cwd: string | null): Verification => {
  const state = calls.reduce((sum, call) => stepVerification(sum, readWork(call, cwd), call.id), noWork);
  const { pending: _, ...known } = state;
  return { verdict: decideVerification(state), ...known };
};

import * as z from 'zod';

/** Whether the changes of a turn were checked. */
export const verdicts = ['verified', 'failed', 'not_verified', 'cannot_tell', 'nothing_to_verify'] as const;
export const verdict = z.enum(verdicts);
export type Verdict = z.infer<typeof verdict>;

/** Kinds of checks of the project, strictest first. */
export const checkKinds = ['tests', 'types', 'build', 'lint', 'run', 'fetch'] as const;
export type CheckKind = (typeof checkKinds)[number];

/** `unknown`: how it ended cannot be told. `running`: it had not ended when its call returned. */
export type CheckResult = 'passed' | 'failed' | 'unknown' | 'running';

/** A check since the last change, by the call that made it. */
export type Check = { callId: string; kind: CheckKind; result: CheckResult };

/** Verification of a turn's changes, with the calls that show it. */
export type Verification = {
  verdict: Verdict;
  /** Changes of files of code. */
  changes: number;
  lastChange: { callId: string; path: string } | null;
  /** Since the last change, the last one of each kind, in their order. */
  checks: readonly Check[];
  /** The last call since the last change that may have checked something or not. */
  unreadable: string | null;
};

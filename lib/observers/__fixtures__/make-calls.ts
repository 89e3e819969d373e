import type { Outcome } from '../../domain/outcome.ts';
import { readArguments } from '../../session/call-arguments.ts';
import type { CallFacts, SessionAbout, TurnEnd } from '../../session/call-facts.ts';
import { computeCallKey, computeErrorKey, computeResultKey } from '../../session/keys.ts';
import { toToolKind } from '../../session/tool-kind.ts';
import { computeToolSummary } from '../../session/tool-summary.ts';

/** A call as a test writes it. */
export type Step = {
  tool: string;
  params: unknown;
  /** null: it has none. */
  result: string | null;
  outcome?: Outcome;
  exitCode?: number;
  /** Given before this call; begins a turn. */
  prompt?: string;
  /** The final answer after this call; ends the turn. */
  answer?: string;
  durationMs?: number;
  tokens?: number | null;
  costUsd?: number | null;
  /** Its response began with an earlier call, so many before it. */
  paidBefore?: number;
  /** Issued together with the call before it. */
  joins?: boolean;
};

export const about: SessionAbout = { sessionId: 'session', cwd: '/home/dev/app' };

const startedAtMs = Date.UTC(2024, 0, 15, 14, 30);

/** Calls of one session as the store gives them, with the keys that an import gives them; ten seconds apart. */
export const makeCalls = (steps: readonly Step[], prefix = ''): CallFacts[] => {
  let turnIdx: number | null = null;
  return steps.map((step, at): CallFacts => {
    if (step.prompt !== undefined) turnIdx = (turnIdx ?? -1) + 1;
    const text = typeof step.params === 'string' ? step.params : JSON.stringify(step.params);
    const args = readArguments(text);
    const outcome = step.outcome ?? ((step.exitCode ?? 0) === 0 ? 'ok' : 'error');
    const durationMs = step.durationMs ?? 1_000;
    return {
      id: `${prefix}call-${at + 1}`,
      resultRecordId: step.result === null ? null : `${prefix}result-${at + 1}`,
      callIndex: at + 1,
      turnIdx,
      name: step.tool,
      kind: toToolKind(step.tool),
      summary: computeToolSummary(args),
      callKey: computeCallKey(step.tool, args),
      resultKey: step.result === null ? null : computeResultKey(step.result),
      errorKey: step.result === null || outcome === 'ok' ? null : computeErrorKey(step.result),
      outcome,
      outcomeSource: step.result === null ? 'missing_result' : 'flag',
      exitCode: step.exitCode ?? null,
      startedAtMs: startedAtMs + at * 10_000,
      endedAtMs: step.result === null ? null : startedAtMs + at * 10_000 + durationMs,
      durationMs: step.result === null ? null : durationMs,
      params: text,
      resultHead: step.result?.slice(0, 2_000) ?? null,
      resultTail: step.result?.slice(2_000).slice(-2_000) || null,
      resultBytes: step.result?.length ?? null,
      tokens: step.tokens === undefined ? 100 : step.tokens,
      costUsd: step.costUsd === undefined ? 0.001 : step.costUsd,
      paidBy: step.paidBefore === undefined ? null : at + 1 - step.paidBefore,
      joins: step.joins === true && step.prompt === undefined,
      prompt: step.prompt ?? null,
    };
  });
};

/** Ends of the turns that steps answer. */
export const buildTurnEnds = (steps: readonly Step[]): TurnEnd[] =>
  steps.flatMap(({ answer }, at) =>
    answer === undefined ? [] : [{ callIndex: at + 1, answerId: `answer-${at + 1}`, answer, atMs: startedAtMs + at * 10_000 + 5_000 }],
  );

/** Calls of one response. */
export const together = (...steps: readonly Step[]): Step[] => steps.map((step, at) => (at === 0 ? step : { ...step, joins: true }));

type More = Omit<Partial<Step>, 'tool' | 'params' | 'result'>;

export const bash = (command: string, result: string | null, more: More = {}): Step => ({ tool: 'Bash', params: { command }, result, ...more });

/** A command that ends with this exit code, as Claude Code words it. */
export const bashFails = (command: string, result: string, exitCode = 1, more: More = {}): Step =>
  bash(command, `Exit code ${exitCode}\n${result}`, { exitCode, ...more });

export const read = (path: string, result: string, more: More = {}): Step => ({ tool: 'Read', params: { file_path: path }, result, ...more });

export const grep = (pattern: string, result: string, more: More = {}): Step => ({ tool: 'Grep', params: { pattern }, result, ...more });

export const edit = (path: string, from: string, to: string, more: More = {}): Step => ({
  tool: 'Edit',
  params: { file_path: path, old_string: from, new_string: to },
  result: `The file ${path} has been updated.`,
  ...more,
});

export const editFails = (path: string, from: string, to: string): Step => ({
  ...edit(path, from, to),
  result: '<tool_use_error>String to replace not found in file.</tool_use_error>',
  outcome: 'error',
});

export const write = (path: string, content: string): Step => ({
  tool: 'Write',
  params: { file_path: path, content },
  result: `File created successfully at: ${path}`,
});

/** Codex: an array that its shell runs. */
export const shell = (script: string, result: string, more: More = {}): Step => ({
  tool: 'shell',
  params: { command: ['bash', '-lc', script] },
  result,
  ...more,
});

export const patch = (path: string, from: string, to: string): Step => ({
  tool: 'apply_patch',
  params: { input: `*** Begin Patch\n*** Update File: ${path}\n@@\n-${from}\n+${to}\n*** End Patch` },
  result: `Success. Updated the following files:\nM ${path}`,
});

/** Empty input to a running command of Codex. */
export const stdin = (result: string): Step => ({ tool: 'write_stdin', params: { session_id: 7, chars: '' }, result });

export const repeat = (times: number, make: (at: number) => Step | readonly Step[]): Step[] =>
  Array.from({ length: times }, (_, at) => make(at)).flat();

import * as claudeBranching from './claude-code/scenarios/branching.ts';
import { long } from './claude-code/scenarios/long.ts';
import * as claudeRecurring from './claude-code/scenarios/recurring.ts';
import * as claudeSteady from './claude-code/scenarios/steady.ts';
import * as claudeTrouble from './claude-code/scenarios/trouble.ts';
import type { Scenario as ClaudeScenario } from './claude-code/story.ts';
import { writeClaudeCode } from './claude-code/write-story.ts';
import * as codexBranching from './codex/scenarios/branching.ts';
import { long as codexLong } from './codex/scenarios/long.ts';
import * as codexSteady from './codex/scenarios/steady.ts';
import * as codexTrouble from './codex/scenarios/trouble.ts';
import { writeCodex } from './codex/write-story.ts';
import type { Project } from './project.ts';
import { denpyoWeb, gantry, ledgerApi, orchardUi, papermoon, tidewatch } from './projects.ts';
import type { Setting, Written, Work } from './reported.ts';

/** Course of a demo session; tests of the observers rely on it. */
export type Role = 'clean' | 'loop' | 'error cascade' | 'drift' | 'failure met' | 'failure repaired' | 'failure returned';

export type PlannedSession = {
  role: Role | null;
  work: Work;
  /** How many places further down the plan the session that this one continues stands; 0: none. */
  continues: number;
  writeStory(setting: Setting): Written;
};

type Extra = { role?: Role; continues?: number; /** Name of the worktree that it runs in. */ worktree?: string };
type Row = [project: Project, taskIndex: number, model: string, extra?: Extra];

const toWork = (project: Project, taskIndex: number, model: string): Work => {
  const task = project.tasks[taskIndex];
  if (!task) throw new RangeError(`${project.name} has no task ${taskIndex}`);
  return { project, task, model, wantedRecords: 420 };
};

const planWith =
  <S>(write: (scenario: S, work: Work, setting: Setting) => Written) =>
  (scenario: S, ...[project, taskIndex, model, extra]: Row): PlannedSession => {
    const work = { ...toWork(project, taskIndex, model), ...(extra?.worktree !== undefined && { worktree: extra.worktree }) };
    return {
      role: extra?.role ?? null,
      continues: extra?.continues ?? 0,
      work,
      writeStory: (setting) => write(scenario, work, setting),
    };
  };
const claude = planWith(writeClaudeCode);
const codex = planWith(writeCodex);

const [haiku, sonnet, newSonnet] = ['claude-haiku-4-5-20251001', 'claude-sonnet-4-5-20250929', 'claude-sonnet-5-5'] as const;
const [opus, newOpus] = ['claude-opus-4-5-20251101', 'claude-opus-4-7'] as const;
const [gpt, gptCodex, newGptCodex] = ['gpt-5.2', 'gpt-5.2-codex', 'gpt-5.3-codex'] as const;
const [gptMax, gptMini] = ['gpt-5.1-codex-max', 'gpt-5.1-codex-mini'] as const;
/** A model without a price. */
const unpriced = 'kestrel-coder-2';

/**
 * The demo, newest session first; the first one is still running. Besides single stories, it has:
 *
 * - A failure that recurs (recurring-failure.ts): met three weeks ago, met again by Codex, repaired, and returned.
 * - Work that resembles later work and went well: two lists paged by cursor, two reports of what is missing in a build.
 * - A session in a worktree of its project.
 * - Clean sessions: no call twice, at most one error.
 * - Loops, whose loop begins at the fourth call; cascades, which begin at the first; drifts, which begin at the third.
 */
const plan: readonly PlannedSession[] = [
  claude(claudeBranching.running, gantry, 4, newOpus),
  claude(claudeSteady.success, ledgerApi, 3, newSonnet, { role: 'clean' }),
  codex(codexTrouble.loop, orchardUi, 2, newGptCodex, { role: 'loop' }),
  claude(claudeRecurring.failureMet, ledgerApi, 7, sonnet, { role: 'failure returned' }),
  codex(codexSteady.success, papermoon, 5, gptCodex, { role: 'clean' }),
  claude(claudeTrouble.drift, gantry, 5, haiku, { role: 'drift' }),
  claude(claudeBranching.parallelSubagents, tidewatch, 2, opus),
  codex(codexTrouble.errorCascade, denpyoWeb, 4, gptMini, { role: 'error cascade' }),
  claude(claudeSteady.withTodos, orchardUi, 0, newSonnet, { worktree: 'brisk-heron' }),
  codex(codexBranching.fork, papermoon, 3, newGptCodex, { continues: 3 }),
  claude(claudeTrouble.testLoop, tidewatch, 0, sonnet, { role: 'loop' }),
  claude(claudeSteady.withImage, orchardUi, 5, opus, { role: 'clean' }),
  codex(codexSteady.planned, papermoon, 3, newGptCodex),
  claude(claudeRecurring.failureRepaired, ledgerApi, 6, opus, { role: 'failure repaired' }),
  codex(codexBranching.subagent, gantry, 3, gptMax),
  claude(claudeBranching.compaction, tidewatch, 4, newOpus),
  claude(claudeSteady.question, papermoon, 0, haiku, { role: 'clean' }),
  codex(codexSteady.twoModels, tidewatch, 3, gptMini),
  claude(claudeTrouble.rejection, gantry, 0, newSonnet),
  claude(long, papermoon, 0, sonnet),
  codex(codexTrouble.failureMet, ledgerApi, 5, gptCodex, { role: 'failure met' }),
  claude(claudeSteady.idleGaps, denpyoWeb, 0, sonnet),
  codex(codexSteady.success, orchardUi, 4, gpt, { role: 'clean' }),
  claude(claudeTrouble.errorCascade, ledgerApi, 1, unpriced, { role: 'error cascade' }),
  claude(claudeSteady.success, papermoon, 2, newOpus, { role: 'clean' }),
  codex(codexTrouble.aborted, gantry, 1, newGptCodex),
  claude(claudeBranching.fork, orchardUi, 1, newSonnet, { continues: 1 }),
  claude(claudeSteady.success, orchardUi, 1, newSonnet, { role: 'clean' }),
  codex(codexTrouble.drift, gantry, 2, gptCodex, { role: 'drift' }),
  claude(claudeRecurring.failureMet, ledgerApi, 4, sonnet, { role: 'failure met' }),
  claude(claudeTrouble.outage, tidewatch, 1, haiku),
  codex(codexSteady.question, denpyoWeb, 3, unpriced, { role: 'clean' }),
  claude(claudeTrouble.oscillation, papermoon, 4, newSonnet),
  codex(codexLong, ledgerApi, 0, gptMax),
  claude(claudeSteady.success, ledgerApi, 2, opus, { role: 'clean' }),
  claude(claudeTrouble.interruption, denpyoWeb, 2, sonnet),
  codex(codexSteady.success, tidewatch, 5, gptCodex, { role: 'clean' }),
  claude(claudeBranching.subagent, orchardUi, 3, newOpus),
  claude(claudeSteady.withTodos, denpyoWeb, 1, newSonnet),
  claude(claudeSteady.success, papermoon, 1, haiku, { role: 'clean' }),
];

/** The n-th newest demo session. After the end of the plan it starts over, without the session that is still running. */
export const planSession = (index: number): PlannedSession => {
  const planned = plan[index < plan.length ? index : 1 + ((index - plan.length) % (plan.length - 1))];
  if (!planned) throw new RangeError(`no demo session ${index}`);
  return planned;
};

/** Index of the session that repairs the recurring failure; later indexes are older sessions. */
export const repairedAt = plan.findIndex(({ role }) => role === 'failure repaired');

/** The optional long session. */
export const longSession: { scenario: ClaudeScenario; work: Work } = { scenario: long, work: toWork(ledgerApi, 0, newOpus) };

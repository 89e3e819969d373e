import * as z from 'zod';
import { assessmentSeverity } from './assessment.ts';
import { instant, timed } from './instant.ts';
import { sessionSorts, stoppedCalls } from './session-names.ts';
import { tokens } from './tokens.ts';
import { turnEnded } from './turn-ended.ts';

export const relation = z.enum(['subagent', 'fork', 'continuation']);
export type Relation = z.infer<typeof relation>;

export const costSource = z.enum(['reported', 'computed', 'mixed', 'none']);
export type CostSource = z.infer<typeof costSource>;

/** Why a session has no cost: another one counts its responses, a model has no known price, or no usage is reported. */
export const costMissing = z.enum(['counted_elsewhere', 'no_price', 'no_usage']);
export type CostMissing = z.infer<typeof costMissing>;

/** Counts of missing data; 0 means checked and complete. */
export const completeness = z.object({
  unknownRecords: z.int(),
  badLines: z.int(),
  orphanCalls: z.int(),
  noTimestamps: z.int(),
  /** Responses whose output was only counted when they began, and without any counts, where those of others are known: tokens are at least their sum. */
  partialUsage: z.int(),
  unknownUsage: z.int(),
});
export type Completeness = z.infer<typeof completeness>;

/** Sums over the subagents of a session, and theirs. Null: of none of them it is known. */
export const subagentSums = z.object({
  count: z.int(),
  toolCalls: z.int(),
  toolErrors: z.int(),
  tokens,
  costUsd: z.number().nullable(),
  /** The costs of some are unknown, or themselves at least what they say. */
  costAtLeast: z.boolean(),
});
export type SubagentSums = z.infer<typeof subagentSums>;

/**
 * Source of a title, worst first: the first sentence of the first answer, a command, the first prompt, a summary, or a name that the agent
 * or a person gave.
 */
export const titleBasis = z.enum(['answer', 'command', 'prompt', 'summary', 'agent', 'person']);
export type TitleBasis = z.infer<typeof titleBasis>;

/**
 * Evidence for the root of a session's project, surest first: the file (its repository or worktree), git on this machine, a path below
 * `.claude/worktrees`, the folder of a session above, the session's own folder; for a subagent, its parent.
 */
export const projectBasis = z.enum(['file', 'git', 'worktree_path', 'session_above', 'folder', 'parent']);
export type ProjectBasis = z.infer<typeof projectBasis>;

/**
 * One agent run. Counts are over records that the session owns: records inherited from a fork's origin and the
 * records of child sessions are excluded.
 */
export const sessionFields = {
  /** base32(sha256(family, nativeId)), first 26 characters, lower case. */
  id: z.string(),
  nativeId: z.string(),
  /** The agent that wrote it (claude-code, codex, …), not the file format. */
  family: z.string(),
  format: z.string(),
  title: z.string().nullable(),
  /** Where the title comes from; null: no title, or stored by a version that did not note it. */
  titleBasis: titleBasis.nullable(),
  /** Name of the project: the shortest end of its root that no other project has; `~` for a home folder. */
  project: z.string().nullable(),
  /** A path, or `host/owner/name` of a repository; null: the session's folder is unknown. */
  projectRoot: z.string().nullable(),
  projectBasis: projectBasis.nullable(),
  /** Name of the worktree that it ran in; null: none is known. */
  worktree: z.string().nullable(),
  cwd: z.string().nullable(),
  /** Name of its folder, or of its parent's folder: findings that only hold within a folder are grouped by it. */
  folderName: z.string().nullable(),
  gitBranch: z.string().nullable(),
  agentVersion: z.string().nullable(),
  /** Kind of subagent, such as `code-reviewer`. */
  agentName: z.string().nullable(),
  models: z.array(z.string()),
  startedAt: instant.nullable(),
  endedAt: instant.nullable(),
  /** Time of the newest record of it or of a subagent of it. */
  lastRecordAt: instant.nullable(),
  /** Active time: from each prompt to the last answer, call or result of its turn, without gaps of over five minutes. */
  activeMs: z.number().nullable(),
  /** Time between the end of a turn's work and the next prompt. */
  waitingMs: z.number().nullable(),
  /** Id of the parent; the parent itself may not have been imported. */
  parentId: z.string().nullable(),
  parentTitle: z.string().nullable(),
  relation: relation.nullable(),
  childCount: z.int(),
  turns: z.int(),
  /** Turns that ended in a failed request, at a usage limit, in a refusal, and those that were cut short. */
  apiErrors: z.int(),
  usageLimits: z.int(),
  refusals: z.int(),
  interruptions: z.int(),
  /** Turns that the person took back: they count in tokens and cost, and their calls among all calls, but in no outcome. */
  takenBack: z.int(),
  /** How its last turn ended that was not taken back; null: it has none. */
  lastEnded: turnEnded.nullable(),
  records: z.int(),
  toolCalls: z.int(),
  toolErrors: z.int(),
  toolRejected: z.int(),
  toolDenied: z.int(),
  toolInterrupted: z.int(),
  /** Calls without a recorded end, those that still run among them. */
  toolUnended: z.int(),
  /** Calls that ran to their end, in turns that were not taken back: what the share of failed calls is of. */
  toolRan: z.int(),
  /** When the newest call began that may still get its end: what it waits for. Null: none is open. */
  openCallAt: instant.nullable(),
  /** When a person marked the session as ended; null: nobody did. A session with later records goes on. */
  markedEndedAt: instant.nullable(),
  tokens,
  costUsd: z.number().nullable(),
  costSource,
  costMissing: costMissing.nullable(),
  /** Models that used tokens and have no known price. */
  unpricedModels: z.array(z.string()),
  /** Some responses have no final count, or none: it cost at least `costUsd`. */
  costAtLeast: z.boolean(),
  /** Work and cost of the session's subagents, which its other figures exclude; null: it has no subagents. */
  subagents: subagentSums.nullable(),
  /** Session that counts the responses repeated here, with its title; null if nothing is repeated. */
  countedInId: z.string().nullable(),
  countedInTitle: z.string().nullable(),
  /** Score of the result and how the run ended, as the source reports them; null if it does not. */
  reward: z.number().nullable(),
  exitStatus: z.string().nullable(),
  synthetic: z.boolean(),
  completeness,
  /** Number of findings and highest severity; null if it has not been observed. */
  findings: z.int().nullable(),
  worstFinding: assessmentSeverity.nullable(),
  sourcePaths: z.array(z.string()),
  /** When it was starred; null if it is not. */
  starredAt: instant.nullable(),
  /** Somebody's note about the session, as plain text. */
  note: z.string().nullable(),
};

export const session = timed(sessionFields);
export type Session = z.infer<typeof session>;

export const sessionSort = z.enum(sessionSorts);
export type SessionSort = z.infer<typeof sessionSort>;

/** Filters of the sessions list. Times are compared with the session's start. */
export const sessionFilter = z.object({
  q: z.string().max(400).optional(),
  project: z.string().optional(),
  family: z.string().optional(),
  model: z.string().optional(),
  hasErrors: z.stringbool().optional(),
  /** Only sessions with calls that ended so, in turns that were not taken back. `unended`: no end is recorded. */
  hasCalls: z.enum(stoppedCalls).optional(),
  hasFindings: z.stringbool().optional(),
  starred: z.stringbool().optional(),
  /** Subagents are listed inside their parents unless asked for. */
  includeChildren: z.stringbool().optional(),
  parentId: z.string().optional(),
  /** Sessions that only warm up a client's cache: left out, or listed alone. They are listed with the others by default. */
  warmups: z.enum(['hide', 'only']).optional(),
  /** Leaves demo sessions out where there are others. */
  hidesDemo: z.stringbool().optional(),
});
export type SessionFilter = z.output<typeof sessionFilter>;

/** A value that exists in the archive for a filter, with the number of sessions. */
export const facet = z.object({ value: z.string(), count: z.int() });
export const sessionFacets = z.object({
  projects: z.array(facet),
  families: z.array(facet),
  models: z.array(facet),
  /** Ways in which calls did not run to their end, with how many sessions have such. */
  calls: z.array(facet),
  syntheticCount: z.int(),
  total: z.int(),
});
export type SessionFacets = z.infer<typeof sessionFacets>;

/** The process of an agent. `started`: distinguishes it from a process that got its number later. */
export type AgentProcess = { pid: number; started: string };

import type { ArmName, Experiment } from '../../../lib/domain/experiment.ts';
import { computeArm } from '../../../lib/experiments/assign.ts';
import { sessionIdOf } from '../../../lib/session/ids.ts';
import { makePrng, type Prng } from '../prng.ts';
import { writeTurn } from './write-turn.ts';
import { SessionWriter } from '../claude-code/session-writer.ts';

export type AskedTurn = { sessionName: string; turnIdx: number; prompt: string; project: string; atMs: number };
export type ReportedTurn = { sessionName: string; turnIdx: number; completed: boolean; atMs: number };

/** How agents reach an archive: over HTTP, or in the same process. `sessionName` is `family:native id`. */
export type AgentTransport = {
  /** Asks for examples; answers the arm of the session, or null if no experiment decides for it. */
  retrieve(turn: AskedTurn): Promise<ArmName | null>;
  /** Imports the transcript of a session that ended, a Claude Code file. */
  importTranscript(name: string, text: string): Promise<void>;
  reportOutcome(turn: ReportedTurn): Promise<void>;
};

/** Properties of the agents, which an experiment is to find out. */
export type AgentPlan = {
  seed: number;
  sessions: number;
  turns: { from: number; to: number };
  projects: readonly string[];
  /** Share of turns that are completed without examples. */
  baseRate: number;
  /** Increase of that rate by examples: everywhere, or by project. */
  effect: number | Readonly<Record<string, number>>;
  /** The rates of sessions lie up to this much above or below: turns of a session are correlated. */
  spread: number;
  startMs: number;
  /** From the start of a session to that of the next. */
  everyMs: number;
  /** A broken recording: of the sessions that this experiment puts into an arm, a share is lost before it asks. */
  loss?: { experiment: Pick<Experiment, 'id' | 'arms'>; arm: ArmName; share: number };
};

export type SimulatedSession = { sessionName: string; project: string; arm: ArmName | null; turns: number; completed: number };

const family = 'claude-code';
const model = 'claude-opus-4-5';

const isLost = ({ loss }: AgentPlan, nativeId: string, random: Prng): boolean =>
  loss !== undefined && computeArm(loss.experiment, sessionIdOf(family, nativeId)) === loss.arm && random.chance(loss.share);

const effectIn = ({ effect }: AgentPlan, project: string): number => (typeof effect === 'number' ? effect : (effect[project] ?? 0));

const runSession = async (plan: AgentPlan, transport: AgentTransport, at: number): Promise<SimulatedSession | null> => {
  const random = makePrng(plan.seed * 100_003 + at);
  const nativeId = random.uuid();
  const project = random.pick(plan.projects);
  const rate = plan.baseRate + plan.spread * (2 * random.next() - 1);
  const count = random.int(plan.turns.from, plan.turns.to);
  if (isLost(plan, nativeId, random)) return null;
  const sessionName = `${family}:${nativeId}`;
  const cwd = `/home/ada/${project}`;
  const startMs = plan.startMs + at * plan.everyMs;
  const writer = new SessionWriter({ prng: random, sessionId: nativeId, cwd, gitBranch: 'main', model, startMs });
  const session: SimulatedSession = { sessionName, project, arm: null, turns: count, completed: 0 };
  const reports: ReportedTurn[] = [];
  for (let turnIdx = 0; turnIdx < count; turnIdx += 1) {
    const turn = writeTurn(random, project);
    session.arm = await transport.retrieve({ sessionName, turnIdx, prompt: turn.prompt, project, atMs: writer.nowMs });
    const completed = random.chance(rate + (session.arm === 'treatment' ? effectIn(plan, project) : 0));
    turn.write(writer, completed);
    if (completed) session.completed += 1;
    reports.push({ sessionName, turnIdx, completed, atMs: writer.nowMs });
    writer.wait(60_000, 600_000);
  }
  await transport.importTranscript(`${nativeId}.jsonl`, `${writer.take().join('\n')}\n`);
  for (const report of reports) await transport.reportOutcome(report);
  return session;
};

/**
 * Lets agents work one after the other: each asks for examples at its prompts, works, hands in its transcript and reports the outcome of its
 * turns. The same plan gives the same sessions, apart from what the arms change. Answers those that were not lost.
 */
export const simulateAgents = async (plan: AgentPlan, transport: AgentTransport): Promise<SimulatedSession[]> => {
  const sessions: SimulatedSession[] = [];
  for (let at = 0; at < plan.sessions; at += 1) {
    const session = await runSession(plan, transport, at);
    if (session) sessions.push(session);
  }
  return sessions;
};

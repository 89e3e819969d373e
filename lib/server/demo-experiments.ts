import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { simulateAgents, type AgentPlan, type AgentTransport, type ReportedTurn } from '../../db/demo/agents/simulate-agents.ts';
import { metricsVersion, type Experiment } from '../domain/experiment.ts';
import { dayMs } from '../domain/instant.ts';
import { retrieveInput, type RetrieveAnswer } from '../domain/retrieval.ts';
import { computeArm } from '../experiments/assign.ts';
import { planSessions } from '../experiments/plan-sessions.ts';
import { indexArchive } from '../services/ingest/finish-archive.ts';
import { makeRetrievalService } from '../services/retrieval/retrieval-service.ts';
import { sessionIdOf } from '../session/ids.ts';
import { changeExperiment } from '../store/change-experiment.ts';
import type { Store } from '../store/store.ts';

const hourMs = 3_600_000;

type DemoExperiment = Pick<Experiment, 'id' | 'name' | 'hypothesis'> & {
  sessions: number;
  effect: AgentPlan['effect'];
  daysAgo: number;
  days: number;
  isRunning?: true;
  /** Share of control sessions that never arrive. */
  loss?: number;
};

/** Known truth about the simulated agents, in the order in which they worked. */
const experiments: readonly DemoExperiment[] = [
  {
    id: 'demo-c',
    name: 'Examples from any project',
    hypothesis: 'Examples of other projects help as well.',
    ...{ sessions: 80, effect: -0.4, daysAgo: 80, days: 16 },
  },
  {
    id: 'demo-d',
    name: 'Examples with warnings',
    hypothesis: 'Warnings of what failed before save attempts.',
    ...{ sessions: 140, effect: 0.2, daysAgo: 62, days: 16, loss: 0.75 },
  },
  {
    id: 'demo-a',
    name: 'Two examples per prompt',
    hypothesis: 'Past sessions that solved a similar problem make agents finish more often.',
    ...{ sessions: 80, effect: 0.4, daysAgo: 44, days: 16 },
  },
  {
    id: 'demo-b',
    name: 'One example per prompt',
    hypothesis: 'A single example is enough to help.',
    ...{ sessions: 66, effect: 0.03, daysAgo: 12, days: 11.5, isRunning: true },
  },
];

const toDefinition = ({ id, name, hypothesis, daysAgo, days, isRunning }: DemoExperiment, nowMs: number) => {
  const startedAtMs = nowMs - daysAgo * dayMs;
  const definition = {
    ...{ id, name, hypothesis, project: null, synthetic: true, withinCalls: 10, metricsVersion },
    ...({ kind: 'retrieval', primaryMetric: 'completed', smallestEffect: 0.15 } as const),
    arms: { control: 0.5, treatment: 0.5 },
  };
  return {
    ...definition,
    ...{ createdAtMs: startedAtMs - hourMs, startedAtMs, stoppedAtMs: isRunning ? null : startedAtMs + days * dayMs, archivedAtMs: null },
    plannedSessions: planSessions(definition, []).sessions,
  };
};

type Deps = { store: Store; folder: string; nowMs: number };

/** Agents of one experiment work; answers the file of their transcripts, and what they report once it is imported. */
const runExperiment = async ({ store, folder, nowMs }: Deps, one: DemoExperiment, at: number) => {
  const definition = toDefinition(one, nowMs);
  const experiment = { ...definition, status: 'running' as const };
  await store.putExperiment(experiment);
  const retrieval = makeRetrievalService({ store, now: () => nowMs });
  const transcripts: string[] = [];
  const reports: ReportedTurn[] = [];
  // Nothing is imported while they work, so the same prompt finds the same examples.
  const answers = new Map<string, Promise<RetrieveAnswer>>();
  const ask = (prompt: string, project: string): Promise<RetrieveAnswer> => {
    const key = `${project}\0${prompt}`;
    const answer = answers.get(key) ?? retrieval.retrieve(retrieveInput.parse({ prompt, project }));
    answers.set(key, answer);
    return answer;
  };
  const transport: AgentTransport = {
    retrieve: async ({ sessionName, turnIdx, prompt, project, atMs }) => {
      const sessionId = toId(sessionName);
      const arm = await store.assign(experiment, { sessionId, arm: computeArm(experiment, sessionId), turnIdx, atMs });
      const { examples, section } = await ask(prompt, project);
      const found = examples.map(({ sessionId: id, recordId, score, result, end }) => ({ sessionId: id, recordId, score, result, end }));
      const withheld = arm === 'control';
      const sectionChars = section?.length ?? 0;
      await store.putRetrieval({ sessionId, turnIdx, prompt, source: 'hook', examples: found, sectionChars, withheld, atMs });
      return arm;
    },
    importTranscript: (_, text) => Promise.resolve(void transcripts.push(text)),
    reportOutcome: (turn) => Promise.resolve(void reports.push(turn)),
  };
  const { sessions, effect, days, loss } = one;
  const lost = loss === undefined ? {} : { loss: { experiment, arm: 'control' as const, share: loss } };
  const plan: AgentPlan = {
    ...{ seed: 11 + at, sessions, effect, turns: { from: 1, to: 3 }, projects: ['shop', 'blog'], baseRate: 0.55, spread: 0.25 },
    ...{ startMs: experiment.startedAtMs, everyMs: (days * dayMs) / sessions, ...lost },
  };
  await simulateAgents(plan, transport);
  // Together in one file, which is imported much faster than one for each.
  const file = path.join(folder, 'agents', `${one.id}.jsonl`);
  await mkdir(path.dirname(file), { recursive: true });
  await writeFile(file, transcripts.join(''));
  return { experiment, file, reports };
};

const toId = (sessionName: string): string => {
  const [family = '', nativeId = ''] = sessionName.split(':');
  return sessionIdOf(family, nativeId);
};

const unknownOutcome = {
  ...{ prompt: null, iterations: null, toolErrors: null, durationMs: null, tokens: null, costUsd: null, reward: null, model: null },
  retrievalUsed: null,
};

/**
 * Experiments of the demo: simulated agents with a known effect work one experiment after the other. Yields the files of their transcripts;
 * what they report is stored once the caller has imported those.
 */
export async function* runDemoExperiments(deps: Deps): AsyncGenerator<string> {
  for (const [at, one] of experiments.entries()) {
    await indexArchive(deps.store);
    const { experiment, file, reports } = await runExperiment(deps, one, at);
    yield file;
    for (const { sessionName, turnIdx, completed, atMs } of reports)
      await deps.store.putTurnOutcome({ ...unknownOutcome, sessionId: toId(sessionName), turnIdx, completed, atMs });
    if (experiment.stoppedAtMs !== null)
      await changeExperiment(deps.store, one.id, { status: 'stopped', stoppedAtMs: experiment.stoppedAtMs });
  }
}

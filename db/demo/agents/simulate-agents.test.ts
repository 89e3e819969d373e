import { expect, it } from 'vitest';
import { metricName, type MetricName } from '../../../lib/domain/metric.ts';
import { analyzeExperiment } from '../../../lib/experiments/analyze-experiment.ts';
import { computeArm } from '../../../lib/experiments/assign.ts';
import { sessionIdOf } from '../../../lib/session/ids.ts';
import { buildExperiment } from '../../../lib/store/build-experiment.ts';
import { simulateAgents, type AgentPlan, type AgentTransport } from './simulate-agents.ts';

const experiment = { ...buildExperiment({ id: 'x', status: 'running', startedAtMs: 0, plannedSessions: 400 }), assigned: 1 };
const none = { n: 0, sum: 0 };
const emptySums = Object.fromEntries(metricName.options.map((metric) => [metric, none])) as Record<MetricName, typeof none>;

const armOf = (sessionName: string) => computeArm(experiment, sessionIdOf('claude-code', sessionName.slice('claude-code:'.length)));
const transport: AgentTransport = {
  retrieve: ({ sessionName }) => Promise.resolve(armOf(sessionName)),
  importTranscript: () => Promise.resolve(),
  reportOutcome: () => Promise.resolve(),
};
const plan: AgentPlan = {
  seed: 1,
  sessions: 500,
  turns: { from: 2, to: 5 },
  projects: ['shop', 'blog'],
  baseRate: 0.5,
  effect: 0,
  spread: 0.3,
  startMs: 0,
  everyMs: 3_600_000,
};
const run = async (over: Partial<AgentPlan>) => {
  const simulated = await simulateAgents({ ...plan, ...over }, transport);
  const sessions = simulated.map(({ arm, turns, completed }, at) => ({
    arm: arm ?? 'control',
    assignedAtMs: at,
    turns,
    withoutOutcome: 0,
    recovered: null,
    isOver: true,
    metrics: { ...emptySums, completed: { n: turns, sum: completed } },
  }));
  return { simulated, analysis: analyzeExperiment({ experiment, sessions, nowMs: 86_400_000 }) };
};

it.each([
  [0.2, 'helps'],
  [-0.2, 'harms'],
  [0, 'no_evidence'],
] as const)('finds an effect of %d again', async (effect, code) => {
  const { analysis } = await run({ effect });
  expect(analysis.verdict.code).toBe(code);
  expect(analysis.primary.interval?.low).toBeLessThan(effect);
  expect(analysis.primary.interval?.high).toBeGreaterThan(effect);
});

it('finds the mean of effects that differ by project', async () => {
  const { analysis } = await run({ effect: { shop: 0.4, blog: 0 } });
  expect(analysis.primary.effect).toBeGreaterThan(0.1);
  expect(analysis.primary.effect).toBeLessThan(0.3);
});

it('gives no verdict where sessions of an arm are lost', async () => {
  const { simulated, analysis } = await run({ effect: 0.2, loss: { experiment, arm: 'control', share: 0.4 } });
  expect(simulated.length).toBeLessThan(450);
  expect(analysis.verdict.code).toBe('no_verdict');
});

it('makes the same sessions from the same plan, whose turns are correlated', async () => {
  const files = new Map<string, string>();
  const keep: AgentTransport = { ...transport, importTranscript: (name, text) => Promise.resolve(void files.set(name, text)) };
  const small = { ...plan, sessions: 3 };
  const first = await simulateAgents(small, keep);
  const texts = [...files.values()];
  expect(await simulateAgents(small, keep)).toEqual(first);
  expect([...files.values()]).toEqual(texts);
  expect(texts[0]).toContain('"type":"user"');
});

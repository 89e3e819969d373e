import { describe, expect, it } from 'vitest';
import { makePrng } from '../../db/demo/prng.ts';
import type { Experiment, ExperimentMetric } from '../domain/experiment.ts';
import { metricName, type MetricName } from '../domain/metric.ts';
import { buildExperiment } from '../store/build-experiment.ts';
import { analyzeExperiment, judgeExperiment } from './analyze-experiment.ts';
import { computeArm } from './assign.ts';
import type { AnalyzedSession } from './check-arms.ts';

const dayMs = 86_400_000;
const none = { n: 0, sum: 0 };
const emptySums = Object.fromEntries(metricName.options.map((metric) => [metric, none])) as Record<MetricName, typeof none>;

const running = (over: Partial<Experiment> = {}): Experiment => ({
  ...buildExperiment({ id: 'x', status: 'running', startedAtMs: 0, plannedSessions: 400, ...over }),
  assigned: over.assigned ?? 1,
});
const buildSession = (at: number, over: Partial<AnalyzedSession>): AnalyzedSession => ({
  arm: at % 2 === 0 ? 'control' : 'treatment',
  assignedAtMs: at * 1_000,
  turns: 1,
  withoutOutcome: 0,
  metrics: emptySums,
  recovered: null,
  isOver: true,
  ...over,
});
const analyze = (sessions: readonly AnalyzedSession[], experiment = running({ assigned: sessions.length })) => {
  const input = { experiment, sessions, nowMs: 10 * dayMs };
  const analysis = analyzeExperiment(input);
  expect(judgeExperiment(input)).toEqual(analysis.verdict);
  return analysis;
};

/** Sessions of three turns whose success depends on the arm and on the session; other metrics follow. */
const simulate = (count: number, rates: { control: number; treatment: number }, seed = 1): AnalyzedSession[] => {
  const random = makePrng(seed);
  return Array.from({ length: count }, (_, at) => {
    const { arm } = buildSession(at, {});
    const shift = (random.next() - 0.5) * 0.3;
    const completed = [0, 1, 2].filter(() => random.chance(rates[arm] + shift)).length;
    const errors = [0, 1, 2].reduce((sum) => sum + random.int(0, 3), 0);
    const logMs = [0, 1, 2].reduce((sum) => sum + Math.log(20_000 + random.next() * 80_000), 0);
    const metrics = {
      ...emptySums,
      completed: { n: 3, sum: completed },
      tool_errors: { n: 3, sum: errors },
      duration: { n: 3, sum: logMs },
    };
    return buildSession(at, { turns: 3, metrics });
  });
};

const expectFinite = (value: unknown): void => {
  if (typeof value === 'number') expect(Number.isFinite(value)).toBe(true);
  else if (typeof value === 'string') expect(value).not.toMatch(/NaN|Infinity|undefined|null/u);
  else if (typeof value === 'object' && value !== null) Object.values(value).forEach(expectFinite);
};

describe('the verdict', () => {
  it('says that it helps, or harms, with the effect and both rates', () => {
    const helps = analyze(simulate(600, { control: 0.5, treatment: 0.75 }));
    expect(helps.verdict.code).toBe('helps');
    expect(helps.verdict.sentence).toMatch(
      /^Helps\. The completion rate is [\d.]+ points higher with examples: 7\d\.\d % against [45]\d\.\d %\. The difference lies between [\d.]+ and [\d.]+ points\.$/u,
    );
    const harms = analyze(simulate(600, { control: 0.75, treatment: 0.5 }));
    expect(harms.verdict).toMatchObject({ code: 'harms', missingSessions: null });
    expect(harms.verdict.sentence).toMatch(/^Harms\. The completion rate is [\d.]+ points lower with examples/u);
  });

  it('says what would have been seen, and how many sessions are missing', () => {
    const { verdict, power } = analyze(simulate(120, { control: 0.6, treatment: 0.62 }));
    expect(verdict.code).toBe('no_evidence');
    expect(verdict.missingSessions).toBe((power.neededSessions ?? 0) - 120);
    expect(verdict.sentence).toMatch(
      /^No evidence yet\. An effect of [\d.]+ points would likely have been seen by now\. To see 8 points, about [\d,]+ more sessions are needed, about \d+ days at the rate so far\.$/u,
    );
  });

  it('asks no more sessions of an experiment that was stopped', () => {
    const stopped = (count: number) => {
      const sessions = simulate(count, { control: 0.6, treatment: 0.62 });
      return analyze(sessions, running({ status: 'stopped', stoppedAtMs: dayMs, assigned: count })).verdict;
    };
    expect(stopped(120)).toMatchObject({ code: 'no_evidence', missingSessions: null });
    expect(stopped(120).sentence).toMatch(/^No evidence\. .* To see 8 points, about [\d,]+ sessions would have been needed\.$/u);
    expect(stopped(20)).toMatchObject({ code: 'too_few', missingSessions: null });
    expect(stopped(0)).toMatchObject({ code: 'too_few', missingSessions: null });
    expect(stopped(0).sentence).toMatch(/^Too few to say\. No session was assigned; about [\d,]+ sessions would have been needed\.$/u);
    expect(stopped(20).sentence).toMatch(/there are 10 in control and 10 in treatment\.$/u);
  });

  it('judges rates though all sessions of each arm agree', () => {
    const judge = (count: number, rates: { control: number; treatment: number }) =>
      analyze(simulate(count, rates).map((session) => ({ ...session, metrics: { ...emptySums, completed: agreeing(session, rates) } })));
    const agreeing = ({ arm }: AnalyzedSession, rates: { control: number; treatment: number }) => ({ n: 3, sum: 3 * rates[arm] });
    expect(judge(60, { control: 0, treatment: 1 }).verdict.sentence).toMatch(
      /^Helps\. .*: 100 % against 0 %\. The difference lies between \d\d\.\d and 100\.0 points\.$/u,
    );
    expect(judge(60, { control: 1, treatment: 0 }).verdict.code).toBe('harms');
    expect(judge(58, { control: 0, treatment: 1 }).verdict.code).toBe('too_few');
    const same = judge(80, { control: 1, treatment: 1 });
    expect(same.verdict.sentence).toMatch(/^No evidence yet\. An effect of [\d.]+ points would likely have been seen by now\./u);
    expect(same.primary).toMatchObject({ effect: 0, pValue: 1 });
  });

  it('says why chance cannot be judged', () => {
    const errors = (control: number, treatment: number) =>
      analyze(
        simulate(80, { control: 0, treatment: 0 }).map((session) => {
          const sum = session.arm === 'control' ? control : treatment;
          return { ...session, metrics: { ...emptySums, tool_errors: { n: 3, sum } } };
        }),
        running({ assigned: 80, primaryMetric: 'tool_errors' }),
      ).verdict.sentence;
    expect(errors(3, 3)).toBe(
      'Too few to say. Tool errors per turn are the same in all sessions of both arms, so chance cannot be judged.',
    );
    expect(errors(0, 3)).toBe('Too few to say. Tool errors per turn are the same in all sessions of each arm, so chance cannot be judged.');
  });

  it('is given on no experiment whose split is broken', () => {
    const sessions = simulate(300, { control: 0.5, treatment: 0.8 }).filter(({ arm }, at) => arm === 'treatment' || at % 4 === 0);
    const { verdict, sampleRatio } = analyze(sessions);
    expect(sampleRatio?.isMismatch).toBe(true);
    expect(verdict).toMatchObject({ code: 'no_verdict', missingSessions: null });
    expect(verdict.sentence).toContain('75 sessions in control (planned: 50 %) and 150 sessions in treatment (planned: 50 %)');
  });

  it('is given on no experiment in which it depends on the arm whose outcome is unknown', () => {
    // No effect at all, but four of five failed turns of control are never reported: the agent dies before.
    const random = makePrng(7);
    const sessions = simulate(300, { control: 0.7, treatment: 0.7 }).map((session) => {
      const { n, sum } = session.metrics.completed;
      const lost = session.arm === 'control' ? Array.from({ length: n - sum }, () => random.chance(0.8)).filter(Boolean).length : 0;
      return { ...session, withoutOutcome: lost, metrics: { ...session.metrics, completed: { n: n - lost, sum } } };
    });
    const { verdict, missing, sampleRatio, primary, arms } = analyze(sessions);
    expect(sampleRatio?.isMismatch).toBe(false);
    expect(missing?.isMismatch).toBe(true);
    expect(primary).toMatchObject({ isClear: false, isMissingUneven: true, pValue: null });
    const [unknown = 0, none] = arms.map((arm) => arm.unknown);
    expect([unknown > 50, none]).toEqual([true, 0]);
    expect(verdict.code).toBe('no_verdict');
    expect(verdict.sentence).toContain(
      `No verdict: it depends on the arm which values are unknown. The completion rate is unknown for ${unknown} of 450 turns in control and 0 of 450 turns in treatment.`,
    );
    // As many are unknown in both arms: nothing is wrong with that.
    const alike = simulate(300, { control: 0.7, treatment: 0.7 }).map((session, at) => ({
      ...session,
      metrics: at % 3 === 0 ? emptySums : session.metrics,
    }));
    expect(analyze(alike)).toMatchObject({ missing: { isMismatch: false }, verdict: { code: 'no_evidence' } });
  });

  it('counts an assigned session of which nothing came, once it should have', () => {
    const sessions = simulate(200, { control: 0.7, treatment: 0.7 }).map((session, at) =>
      session.arm === 'control' && at % 4 === 0 ? { ...session, turns: 0, metrics: emptySums } : session,
    );
    expect(analyze(sessions)).toMatchObject({ missing: { isMismatch: true }, arms: [{ counted: 200, unknown: 50 }, { unknown: 0 }] });
    const young = { experiment: running({ assigned: 200 }), sessions, nowMs: 200_000 };
    expect(analyzeExperiment(young).missing?.isMismatch).toBe(false);
  });

  it('says where an effect is real, but less than what is worth having', () => {
    const effects = simulate(1_200, { control: 0.5, treatment: 0.7 });
    const judge = (smallestEffect: number) => analyze(effects, running({ assigned: 1_200, smallestEffect })).verdict;
    expect(judge(0.5)).toMatchObject({ code: 'smaller' });
    expect(judge(0.5).sentence).toMatch(/^Helps less than wanted\. .* The effect is real, but less than the 50 points worth having\.$/u);
    expect(judge(0.2).code).toBe('helps');
    expect(judge(0.2).sentence).toMatch(/Whether it reaches the 20 points worth having is not known yet\.$/u);
    expect(judge(0.05).sentence).toMatch(/^Helps\. .* and [\d.]+ points\.$/u);
    const harms = analyze(simulate(1_200, { control: 0.7, treatment: 0.5 }), running({ assigned: 1_200, smallestEffect: 0.5 })).verdict;
    expect(harms.sentence).toMatch(/^Harms\. .* and −[\d.]+ points\.$/u);
  });

  it('does not take rare errors of few treated sessions for a help', () => {
    const judge = (seed: number) => {
      const random = makePrng(seed);
      const sessions = Array.from({ length: 600 }, (_, at) => {
        const errors = random.chance(0.05) ? random.int(1, 9) : 0;
        return buildSession(at, {
          arm: random.chance(0.05) ? 'treatment' : 'control',
          metrics: { ...emptySums, tool_errors: { n: 1, sum: errors } },
        });
      });
      return [600, 550].map((count) => {
        const input = sessions.slice(-count);
        const experiment = running({ primaryMetric: 'tool_errors', smallestEffect: 0.1, arms: { control: 0.95, treatment: 0.05 } });
        return judgeExperiment({ experiment: { ...experiment, assigned: count }, sessions: input, nowMs: dayMs }).code;
      });
    };
    const codes = Array.from({ length: 60 }, (_, seed) => judge(seed)).flat();
    expect(codes.filter((code) => code === 'helps' || code === 'smaller' || code === 'harms')).toHaveLength(0);
  });

  it.each([
    ['no session', [], running({ assigned: 0 }), /^Too few to say\. No session has been assigned yet; about 400 sessions are needed\.$/u],
    ['a draft', [], running({ assigned: 0, status: 'draft', startedAtMs: null, plannedSessions: null }), /has not started\.$/u],
    [
      'one session',
      simulate(1, { control: 1, treatment: 1 }),
      running(),
      /there are 1 in control and 0 in treatment\. About 399 more sessions/u,
    ],
    ['one session in an arm', simulate(2, { control: 1, treatment: 0 }), running(), /there are 1 in control and 1 in treatment/u],
    ['no known outcome', Array.from({ length: 60 }, (_, at) => buildSession(at, { withoutOutcome: 1 })), running(), /0 in control and 0/u],
  ])('says that there is too little: %s', (_, sessions, experiment, sentence) => {
    const analysis = analyze(sessions, experiment);
    expect(analysis.verdict.code).toBe('too_few');
    expect(analysis.verdict.sentence).toMatch(sentence);
    expectFinite(analysis);
  });
});

describe('an analysis', () => {
  it('is in the unit of effects: points, per turn, and relative changes', () => {
    const double = Array.from({ length: 200 }, (_, at) => {
      const factor = at % 2 === 0 ? 1 : 2;
      const spread = 1 + (at % 7) / 10;
      return buildSession(at, {
        metrics: {
          ...emptySums,
          duration: { n: 1, sum: Math.log(30_000 * factor * spread) },
          tokens: { n: 2, sum: 1_000 * factor * spread },
          cost: { n: 1, sum: 0 },
          iterations: { n: 1, sum: 3 * factor * spread },
        },
      });
    });
    const { primary, secondary, guardrails } = analyze(double, running({ primaryMetric: 'duration', smallestEffect: 0.1 }));
    expect(primary).toMatchObject({ metric: 'duration', isClear: true });
    expect(primary.effect).toBeCloseTo(1, 1);
    expect(primary.control?.value).toBeGreaterThan(30_000);
    const effectOf = (metric: ExperimentMetric) => secondary.find((one) => one.metric === metric)?.effect;
    expect(effectOf('tokens')).toBeCloseTo(1, 1);
    expect(effectOf('iterations')).toBeCloseTo(3.9, 1);
    expect(effectOf('cost')).toBeNull();
    expect(secondary.some(({ metric }) => metric === 'reward')).toBe(false);
    expect(guardrails).toEqual([{ metric: 'cost', effect: null, isViolated: false }]);
  });

  it('warns of a guardrail that gets clearly worse', () => {
    const sessions = simulate(600, { control: 0.5, treatment: 0.8 }).map((session) =>
      session.arm === 'control'
        ? session
        : { ...session, metrics: { ...session.metrics, tool_errors: { n: 3, sum: session.metrics.tool_errors.sum + 3 } } },
    );
    const { guardrails, verdict } = analyze(sessions);
    expect(guardrails.filter(({ isViolated }) => isViolated).map(({ metric }) => metric)).toEqual(['tool_errors']);
    expect(verdict.sentence).toMatch(/But it costs something: tool errors per turn are [\d.]+ higher with examples\.$/u);
  });

  it('judges each guardrail alone, and secondary metrics together', () => {
    const worse = (by: number) =>
      analyze(
        simulate(600, { control: 0.5, treatment: 0.5 }).map(({ metrics, ...session }) => {
          const sum = metrics.tool_errors.sum + (session.arm === 'control' ? 0 : by);
          return {
            ...session,
            metrics: { ...metrics, tool_errors: { n: 3, sum }, iterations: metrics.duration, tokens: metrics.duration },
          };
        }),
      );
    const found = Array.from({ length: 40 }, (_, at) => worse(at / 40)).find(({ guardrails }) =>
      guardrails.some(({ isViolated }) => isViolated),
    );
    expect(found?.guardrails.filter(({ isViolated }) => isViolated)).toMatchObject([{ metric: 'tool_errors' }]);
    expect(found?.secondary.find(({ metric }) => metric === 'tool_errors')?.isClear).toBe(false);
  });

  it('looks at most 40 times, the last time at all sessions', () => {
    const { looks, primary } = analyze(simulate(500, { control: 0.5, treatment: 0.6 }));
    expect(looks.length).toBeLessThanOrEqual(40);
    expect(looks.at(-1)).toMatchObject({ sessions: 500, effect: primary.effect, interval: primary.interval });
    expect(looks.map(({ sessions }) => sessions)).toEqual(looks.map(({ sessions }) => sessions).toSorted((a, b) => a - b));
    expect(looks[0]?.interval).toBeNull();
  });

  it('compares recovery where it is known, one value for a session', () => {
    const sessions = Array.from({ length: 400 }, (_, at) =>
      buildSession(at, { recovered: at % 5 === 0 ? null : at % 2 === 0 ? at % 3 === 0 : at % 3 !== 0 }),
    );
    const { primary, verdict, notes } = analyze(sessions, running({ kind: 'feedback', primaryMetric: 'recovered' }));
    expect(primary).toMatchObject({ control: { n: 160, clusters: 160 }, treatment: { n: 160 }, isClear: true });
    expect(verdict.sentence).toMatch(/^Helps\. The recovery rate is \d+ points higher with feedback/u);
    expect(notes).toEqual(['80 sessions without a known value of the primary metric are in no figure but the counts.']);
  });
});

it('assigns sessions stably, by the planned shares, and independently in two experiments', () => {
  const arms = (id: string, treatment: number) =>
    Array.from({ length: 10_000 }, (_, at) => computeArm({ id, arms: { control: 1 - treatment, treatment } }, `session-${at}`));
  const share = (all: readonly string[]) => all.filter((arm) => arm === 'treatment').length / all.length;
  const [first, second] = [arms('a', 0.5), arms('b', 0.5)];
  expect(arms('a', 0.5)).toEqual(first);
  expect(first.slice(0, 6)).toMatchInlineSnapshot(`
    [
      "treatment",
      "control",
      "control",
      "control",
      "treatment",
      "treatment",
    ]
  `);
  expect(share(first)).toBeCloseTo(0.5, 1);
  expect(share(arms('a', 0.1))).toBeCloseTo(0.1, 1);
  expect(share(second.filter((_, at) => first[at] === 'treatment'))).toBeCloseTo(0.5, 1);
});

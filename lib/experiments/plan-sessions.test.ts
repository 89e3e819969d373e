import { expect, it } from 'vitest';
import { metricName, type MetricName } from '../domain/metric.ts';
import { planSessions } from './plan-sessions.ts';

const design = { primaryMetric: 'completed' as const, smallestEffect: 0.1, arms: { control: 0.5, treatment: 0.5 } };
const buildPast = (count: number, completed: (at: number) => number) =>
  Array.from({ length: count }, (_, at) => {
    const sums = Object.fromEntries(metricName.options.map((metric) => [metric, { n: 0, sum: 0 }])) as Record<
      MetricName,
      { n: number; sum: number }
    >;
    return { ...sums, completed: { n: 1, sum: completed(at) } };
  });

it('plans for the worst case without a past, and for the variance of the past if there is enough', () => {
  const worst = planSessions(design, []);
  expect(worst.isAssumed).toBe(true);
  expect(
    planSessions(
      design,
      buildPast(19, (at) => at % 2),
    ),
  ).toEqual(worst);
  expect(
    planSessions(
      design,
      buildPast(1_000, () => 1),
    ),
  ).toEqual(worst);
  const even = planSessions(
    design,
    buildPast(1_000, (at) => at % 2),
  );
  expect(even.isAssumed).toBe(false);
  expect(even.sessions / worst.sessions).toBeCloseTo(1, 1);
  const rare = planSessions(
    design,
    buildPast(1_000, (at) => (at % 10 === 0 ? 1 : 0)),
  );
  expect(rare.sessions / worst.sessions).toBeCloseTo(0.09 / 0.25, 1);
});

it('plans more sessions for smaller effects and for uneven splits, and none without end', () => {
  const half = planSessions({ ...design, smallestEffect: 0.05 }, []).sessions;
  expect(half / planSessions(design, []).sessions).toBeCloseTo(4, 1);
  expect(planSessions({ ...design, arms: { control: 0.1, treatment: 0.9 } }, []).sessions).toBeGreaterThan(
    2 * planSessions(design, []).sessions,
  );
  for (const primaryMetric of [...metricName.options, 'recovered' as const]) {
    const { sessions } = planSessions(
      { ...design, primaryMetric },
      buildPast(100, () => 1),
    );
    expect(sessions).toBeGreaterThanOrEqual(40);
    expect(sessions).toBeLessThan(100_000);
  }
});

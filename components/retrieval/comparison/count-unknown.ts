import type { CohortAnswer } from '@/lib/domain/cohort.ts';
import type { MetricName } from '@/lib/domain/metric.ts';

/** How many turns of a group have no known value of a metric: they are in none of its figures. */
export const countUnknown = (answer: CohortAnswer, group: 'a' | 'b', metric: MetricName): number =>
  answer[group].turns - (answer.metrics.find((one) => one.metric === metric)?.[group]?.n ?? 0);

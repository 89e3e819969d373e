import type { ConfidenceLevel } from '../domain/summary.ts';
import type { SummaryAnalytics, SummaryCount } from '../domain/summary-analytics.ts';
import { roundHalfEven } from '../metrics/round-half-even.ts';

/**
 * The figures of the proposal: steps are tool calls, the average is rounded half to even to two digits as Python does, names are sorted.
 * `Unknown` is named only where there is one. Without summaries: their number alone.
 */
export const computeAnalytics = (counts: readonly SummaryCount[], tools: readonly string[]): SummaryAnalytics => {
  const total = counts.reduce((sum, { summaries }) => sum + summaries, 0);
  if (total === 0) return { total_summaries: 0 };
  const steps = counts.reduce((sum, one) => sum + one.steps, 0);
  const countOf = (level: ConfidenceLevel): number =>
    counts.reduce((sum, { confidence, summaries }) => sum + (confidence === level ? summaries : 0), 0);
  const unknown = countOf('Unknown');
  return {
    total_summaries: total,
    confidence_distribution: {
      ...{ High: countOf('High'), Medium: countOf('Medium'), Low: countOf('Low') },
      ...(unknown > 0 && { Unknown: unknown }),
    },
    unique_tools_used: [...new Set(tools)].sort(),
    average_reasoning_steps: roundHalfEven(steps / total, 2),
    total_reasoning_steps: steps,
  };
};

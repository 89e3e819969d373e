import type { ChartData } from '@/components/charts/chart-data.ts';
import type { SummaryAnalytics } from '@/lib/domain/summary-analytics.ts';
import { confidenceLevels, type ConfidenceLevel } from '@/lib/domain/summary.ts';
import { printCount } from '@/lib/print/number.ts';
import { printUtcDay } from '@/lib/print/time.ts';
import { unknown } from '@/lib/print/unknown.ts';
import { toVisibleText } from '@/lib/print/visible-text.ts';
import type { ChartGroup } from './use-summaries-state.ts';

/** One bar of the charts: summaries of a group by confidence, and their average steps. */
export type ConfidenceRow = Record<ConfidenceLevel, number> & { name: string; total: number; steps: number };

const maxGroups = 24;

type Group = { group: string | null; analytics: SummaryAnalytics };

/** The last days, or the projects or models with the most summaries. */
export const toConfidenceRows = (groups: readonly Group[], by: ChartGroup, nowMs: number): ConfidenceRow[] => {
  const rows = groups.flatMap(({ group, analytics }): ConfidenceRow[] =>
    !('confidence_distribution' in analytics)
      ? []
      : [
          {
            name: group === null ? unknown : by === 'day' ? printUtcDay(Date.parse(group), nowMs) : toVisibleText(group),
            ...{ Unknown: 0, ...analytics.confidence_distribution },
            total: analytics.total_summaries,
            steps: analytics.average_reasoning_steps,
          },
        ],
  );
  return by === 'day' ? rows.slice(-maxGroups) : rows.toSorted((a, b) => b.total - a.total).slice(0, maxGroups);
};

const headOf: Record<ChartGroup, string> = { day: 'Day', project: 'Project', model: 'Model' };

export const toConfidenceData = (rows: readonly ConfidenceRow[], by: ChartGroup): ChartData => ({
  columns: [headOf[by], ...confidenceLevels],
  rows: rows.map((row) => [row.name, ...confidenceLevels.map((level) => ({ value: row[level], text: printCount(row[level]) }))]),
});

export const toStepsData = (rows: readonly ConfidenceRow[], by: ChartGroup): ChartData => ({
  columns: [headOf[by], 'Calls a turn'],
  rows: rows.map(({ name, steps }) => [name, { value: steps, text: String(steps) }]),
});

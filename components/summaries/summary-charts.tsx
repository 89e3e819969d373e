'use client';
import { useQuery } from '@tanstack/react-query';
import dynamic from 'next/dynamic';
import { useState } from 'react';
import { useNow } from '@/components/hooks/use-now.ts';
import { ChartFrame } from '@/components/charts/chart-frame.tsx';
import { Button } from '@/components/ui/button.tsx';
import { Chevron } from '@/components/ui/chevron.tsx';
import { cx } from '@/components/ui/cx.ts';
import { ErrorLine } from '@/components/ui/error-line.tsx';
import { SegmentedControl } from '@/components/ui/segmented-control.tsx';
import { summaryQueries } from '@/lib/client/queries/summary-queries.ts';
import { confidenceLevels } from '@/lib/domain/summary.ts';
import { ConfidenceLegend } from './confidence-mark.tsx';
import { toConfidenceData, toConfidenceRows, toStepsData } from './to-confidence-data.ts';
import { chartGroups, type SummariesState } from './use-summaries-state.ts';

// The chart library loads with the first chart, so other pages do without.
const ConfidencePlot = dynamic(() => import('./confidence-plot.tsx').then((module) => module.ConfidencePlot), { ssr: false });

/** Bars of projects and models lie below each other, so that their names have room. */
const [heightPx, axisPx, barPx] = [168, 40, 22];
const labels = { day: 'Over time', project: 'By project', model: 'By model' } as const;

/** How sure turns ended, and how many calls they took, over time or by project or model. */
export const SummaryCharts = ({ url: { state, filter, set } }: { url: SummariesState }) => {
  const { by } = state;
  const [isOpen, setOpen] = useState(false);
  const nowMs = useNow();
  const { data, error, refetch } = useQuery(summaryQueries.groups({ ...filter, by }));
  if (error && !data) return <ErrorLine title="The charts could not be loaded" error={error} retry={() => void refetch()} />;
  const shown = toConfidenceRows(nowMs === null ? [] : (data?.groups ?? []), by, nowMs ?? 0);
  const { rows, unit } = shown;
  const isNamed = unit === 'project' || unit === 'model';
  const height = isNamed ? Math.max(heightPx, axisPx + rows.length * barPx) : heightPx;
  const levels = confidenceLevels.filter((level) => level !== 'Unknown' || rows.some(({ Unknown }) => Unknown > 0));
  const draw = (what: 'confidence' | 'steps') => (width: number) =>
    rows.length === 0 ? (
      <p className="p-3 text-table text-text2">{data && nowMs !== null ? 'No summary matches, so there is nothing to draw.' : ''}</p>
    ) : (
      <ConfidencePlot rows={rows} what={what} width={width} height={height} isNamed={isNamed} />
    );
  return (
    <section aria-label="Charts" className="flex flex-col gap-2 p-3 pb-0">
      {/* On a phone, they would stand in the way of the first summary. */}
      <Button size="small" look="quiet" className="-mx-2 self-start sm:hidden" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
        <Chevron open={isOpen} /> Charts
      </Button>
      <div className={cx('flex flex-wrap items-center gap-2', !isOpen && 'max-sm:hidden')}>
        <SegmentedControl
          name="Group charts"
          value={by}
          segments={chartGroups.map((value) => ({ value, label: labels[value] }))}
          onChange={(next) => set({ by: next })}
        />
        {/* On a phone, the head of the chart has room for its title alone. */}
        <span className="sm:hidden">
          <ConfidenceLegend levels={levels} />
        </span>
      </div>
      <div className={cx('grid gap-3 lg:grid-cols-2', !isOpen && 'max-sm:hidden')}>
        <ChartFrame
          id="confidence"
          title={`Confidence by ${unit}`}
          mark={
            <span className="max-sm:hidden">
              <ConfidenceLegend levels={levels} />
            </span>
          }
          about="turns"
          height={height}
          data={toConfidenceData(shown)}
          className="min-w-0"
        >
          {draw('confidence')}
        </ChartFrame>
        <ChartFrame
          id="steps"
          title={`Calls a turn by ${unit}`}
          about="average"
          height={height}
          data={toStepsData(shown)}
          className="min-w-0"
        >
          {draw('steps')}
        </ChartFrame>
      </div>
    </section>
  );
};

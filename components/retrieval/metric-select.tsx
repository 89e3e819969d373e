import { KeyHint } from '@/components/ui/key-hint.tsx';
import { metricName } from '@/lib/domain/metric.ts';
import { metricDefinitions } from '@/lib/domain/metric-definitions.ts';
import type { RetrievalPage } from './use-retrieval-page.ts';

export const selectClass = 'h-7 max-w-44 rounded-control border border-line2 bg-panel px-1.5 text-table text-text pointer-coarse:h-8';

/** Metric of the verdict, the trend and the distribution. */
export const MetricSelect = ({ page: { metric, setMetric } }: { page: RetrievalPage }) => (
  <label className="flex shrink-0 items-center gap-1.5 text-table text-text3">
    <span className="max-bar:sr-only">Primary metric</span>
    <select
      className={selectClass}
      value={metric}
      onChange={({ target }) => {
        const chosen = metricName.options.find((name) => name === target.value);
        if (chosen) setMetric(chosen);
      }}
    >
      {metricName.options.map((name) => (
        <option key={name} value={name}>
          {metricDefinitions[name].label}
        </option>
      ))}
    </select>
    <KeyHint of="M" />
  </label>
);

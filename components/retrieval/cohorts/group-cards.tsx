import { SeriesKey } from '@/components/charts/series-dot.tsx';
import { Card } from '@/components/ui/card.tsx';
import type { CohortAnswer } from '@/lib/domain/cohort.ts';
import type { MetricName } from '@/lib/domain/metric.ts';
import { printValueName } from '@/lib/print/metric.ts';
import { printCount } from '@/lib/print/number.ts';
import { toVisibleText } from '@/lib/print/visible-text.ts';
import { countUnknown } from '../comparison/count-unknown.ts';
import { GroupLink } from '../comparison/group-link.tsx';

type Props = { answer: CohortAnswer; metric: MetricName; onOpenGroup: (group: 'a' | 'b') => void };

/** How large the groups are; the number of turns opens their list. */
export const GroupCards = ({ answer, metric, onOpenGroup }: Props) => (
  <Card title="Groups" bodyClassName="">
    <table className="w-full border-collapse text-table" aria-label="Groups">
      <thead>
        <tr className="border-b border-line text-right text-text3">
          <th scope="col" className="h-7 px-3 text-left font-normal">
            Group
          </th>
          <th scope="col" className="px-3 font-normal whitespace-nowrap">
            Turns
          </th>
          <th scope="col" className="px-3 font-normal whitespace-nowrap">
            Sessions
          </th>
          <th scope="col" className="px-3 font-normal whitespace-nowrap">
            No {printValueName(metric)}
          </th>
        </tr>
      </thead>
      <tbody>
        {(['a', 'b'] as const).map((series) => (
          <tr key={series} className="border-b border-line text-right last:border-b-0">
            <th scope="row" className="h-8 w-full max-w-0 px-3 text-left font-medium">
              <span className="flex items-center gap-2">
                <SeriesKey series={series} />
                <span className="truncate" title={toVisibleText(answer[series].label)}>
                  {toVisibleText(answer[series].label)}
                </span>
              </span>
            </th>
            <td className="px-3 whitespace-nowrap">
              <GroupLink group={answer[series]} onOpen={() => onOpenGroup(series)} />
            </td>
            <td className="px-3">{printCount(answer[series].sessions)}</td>
            <td className="px-3">{printCount(countUnknown(answer, series, metric))}</td>
          </tr>
        ))}
      </tbody>
    </table>
  </Card>
);

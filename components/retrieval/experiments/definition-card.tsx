import { Card } from '@/components/ui/card.tsx';
import type { Experiment } from '@/lib/domain/experiment.ts';
import { printMetricName, printSmallestEffect } from '@/lib/print/metric.ts';
import { printCounted } from '@/lib/print/number.ts';
import { printRate } from '@/lib/print/precision.ts';
import { printDayClock } from '@/lib/print/time.ts';
import { unknown } from '@/lib/print/unknown.ts';
import { toVisibleText } from '@/lib/print/visible-text.ts';
import { kindWords } from './experiment-words.ts';

/** The definition that was made before the first session. */
export const DefinitionCard = ({ experiment, nowMs }: { experiment: Experiment; nowMs: number | null }) => {
  const { kind, hypothesis, arms, primaryMetric, smallestEffect, withinCalls, project, assigned, startedAtMs, stoppedAtMs } = experiment;
  const at = (ms: number | null) => (nowMs === null || ms === null ? unknown : printDayClock(ms, nowMs));
  const facts: [name: string, value: string][] = [
    ['Hypothesis', toVisibleText(hypothesis) || unknown],
    ['Treatment', kind === 'retrieval' ? 'Examples with each prompt' : 'Findings of observers'],
    ['Split', `${printRate(arms.control)} control, ${printRate(arms.treatment)} treatment`],
    [
      'Primary metric',
      `${printMetricName(primaryMetric)}${primaryMetric === 'recovered' ? ` within ${printCounted(withinCalls, 'call')}` : ''}`,
    ],
    ['Smallest effect worth having', printSmallestEffect(primaryMetric, smallestEffect)],
    ['Project', project === null ? 'all' : toVisibleText(project)],
    ['Started', at(startedAtMs)],
    ['Stopped', at(stoppedAtMs)],
  ];
  return (
    <Card
      title="Definition"
      aside={assigned > 0 ? 'cannot change: it has data' : kindWords[kind]}
      className="shrink-0"
      bodyClassName="px-3 py-1"
    >
      <dl>
        {facts.map(([name, value]) => (
          <div key={name} className="flex min-h-7 items-baseline gap-3 border-b border-line py-1 text-table last:border-b-0">
            <dt className="w-48 shrink-0 text-text3 max-sm:w-32">{name}</dt>
            <dd className="min-w-0 break-words">{value}</dd>
          </div>
        ))}
      </dl>
    </Card>
  );
};

import type { ReactNode } from 'react';
import type { CohortAnswer } from '@/lib/domain/cohort.ts';
import type { MetricName } from '@/lib/domain/metric.ts';
import { printKnown } from '@/lib/print/metric.ts';
import { printCount, printCounted } from '@/lib/print/number.ts';
import { countUnknown } from './count-unknown.ts';
import { ObservationalChip, SyntheticChip } from './kind-chips.tsx';
import { VerdictSentence } from './verdict-sentence.tsx';

/** Verdict of a comparison of turns as they happened, in a sentence; dashed, because it is no experiment. */
export const CohortVerdict = ({ answer, metric, children }: { answer: CohortAnswer; metric: MetricName; children?: ReactNode }) => (
  <section
    aria-label="Observational verdict"
    className="flex shrink-0 flex-col gap-1 rounded-card border border-dashed border-line2 bg-panel p-3"
  >
    <p className="flex flex-wrap items-center gap-x-2 gap-y-1 text-table text-text3">
      <ObservationalChip />
      {answer.synthetic ? <SyntheticChip /> : null}
      as it happened: {printCounted(answer.a.turns + answer.b.turns, 'turn')} in{' '}
      {printCounted(answer.a.sessions + answer.b.sessions, 'session')},{' '}
      {printCount(countUnknown(answer, 'a', metric) + countUnknown(answer, 'b', metric))} without {printKnown(metric)}
    </p>
    <VerdictSentence sentence={answer.verdict.sentence} />
    {children}
  </section>
);

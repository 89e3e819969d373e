import type { ReactNode } from 'react';
import type { CohortAnswer } from '@/lib/domain/cohort.ts';
import { printCount, printCounted } from '@/lib/print/number.ts';
import { ObservationalChip, SyntheticChip } from './kind-chips.tsx';
import { VerdictSentence } from './verdict-sentence.tsx';

/** What a comparison of turns as they happened says, in a sentence; dashed, because it is no experiment. */
export const CohortVerdict = ({ answer: { a, b, verdict, synthetic }, children }: { answer: CohortAnswer; children?: ReactNode }) => (
  <section
    aria-label="Observational verdict"
    className="flex shrink-0 flex-col gap-1 rounded-card border border-dashed border-line2 bg-panel p-3"
  >
    <p className="flex flex-wrap items-center gap-x-2 gap-y-1 text-table text-text3">
      <ObservationalChip />
      {synthetic ? <SyntheticChip /> : null}
      as it happened: {printCounted(a.turns + b.turns, 'turn')} in {printCounted(a.sessions + b.sessions, 'session')},{' '}
      {printCount(a.withoutOutcome + b.withoutOutcome)} without an outcome
    </p>
    <VerdictSentence sentence={verdict.sentence} />
    {children}
  </section>
);

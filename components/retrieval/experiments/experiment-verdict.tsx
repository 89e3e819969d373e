import type { ReactNode } from 'react';
import type { Experiment, ExperimentSummary } from '@/lib/domain/experiment.ts';
import { printRate } from '@/lib/print/precision.ts';
import { RandomizedChip, SyntheticChip } from '../comparison/kind-chips.tsx';
import { VerdictSentence } from '../comparison/verdict-sentence.tsx';
import { countDays, statusWords } from './experiment-words.ts';
import { VerdictMark } from './verdict-mark.tsx';

const printFacts = (experiment: Experiment, nowMs: number | null): string => {
  const days = nowMs === null ? null : countDays(experiment, nowMs);
  const { treatment, control } = experiment.arms;
  return [
    ...(days === null ? [] : [experiment.status === 'running' ? `day ${days}` : `${days} ${days === 1 ? 'day' : 'days'}`]),
    statusWords[experiment.status].toLowerCase(),
    `${printRate(control)} control, ${printRate(treatment)} treatment, by session`,
  ].join(', ');
};

type Props = { summary: ExperimentSummary; nowMs: number | null; name?: ReactNode };

/** Verdict of an experiment, in a sentence; solid, because sessions were assigned at random. */
export const ExperimentVerdict = ({ summary: { experiment, verdict }, nowMs, name }: Props) => (
  <section aria-label="Experiment verdict" className="flex shrink-0 flex-col gap-1 rounded-card border border-line bg-panel p-3">
    <p className="flex flex-wrap items-center gap-x-2 gap-y-1 text-table text-text3">
      <RandomizedChip />
      {experiment.synthetic ? <SyntheticChip /> : null}
      {name}
      <span>{printFacts(experiment, nowMs)}</span>
    </p>
    <div className="flex items-baseline gap-2">
      {verdict.code === 'no_verdict' ? <VerdictMark code="no_verdict" /> : null}
      <VerdictSentence sentence={verdict.sentence} />
    </div>
  </section>
);

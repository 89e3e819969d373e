import { ProgressBar } from '@/components/ui/progress-bar.tsx';
import type { ExperimentAnalysis } from '@/lib/domain/experiment.ts';
import { printSmallestEffect } from '@/lib/print/metric.ts';
import { printCount, printCounted } from '@/lib/print/number.ts';
import { printRate } from '@/lib/print/precision.ts';
import { findFault } from './experiment-words.ts';
import { VerdictMark } from './verdict-mark.tsx';

const printP = (p: number): string => (p < 0.001 ? 'p < 0.001' : `p = ${p.toFixed(p < 0.1 ? 3 : 2)}`);

/** Whether a test at p < 0.001 fails, in a word beside its mark. */
const Check = ({ test, good, bad }: { test: ExperimentAnalysis['missing']; good: string; bad: string }) => (
  <p className="flex items-center gap-1.5 text-read font-semibold">
    {test === null ? null : <VerdictMark code={test.isMismatch ? 'no_verdict' : 'helps'} />}
    {test === null ? 'Not known yet' : test.isMismatch ? bad : good}
  </p>
);

/** Whether what is unknown depends on the arm. */
const Missing = ({ analysis: { arms, missing } }: { analysis: ExperimentAnalysis }) => {
  const counts = arms.map(({ counted, unknown }) => `${printCount(unknown)} of ${printCount(counted)}`).join(' against ');
  return (
    <>
      <Check test={missing} good="Alike in both arms" bad="Not alike" />
      <p className="text-fact text-text2">
        {counts}
        {missing === null ? '.' : `, ${printP(missing.pValue)} over all looks.`}{' '}
        {missing?.isMismatch ? 'The known values do not stand for the others, so there is no verdict.' : null}
      </p>
    </>
  );
};

const Ratio = ({ analysis: { experiment, arms, sampleRatio } }: { analysis: ExperimentAnalysis }) => {
  const counts = (['control', 'treatment'] as const).map((name) => arms.find(({ arm }) => arm === name)?.sessions ?? 0);
  const planned = `${printRate(experiment.arms.control)} : ${printRate(experiment.arms.treatment)}`.replaceAll(' %', '');
  const isMismatch = sampleRatio?.isMismatch === true;
  return (
    <>
      <Check test={sampleRatio} good="As planned" bad="Not as planned" />
      <p className="text-fact text-text2">
        {counts.map(printCount).join(' : ')} of {planned}
        {sampleRatio === null ? '.' : `, ${printP(sampleRatio.pValue)} over all looks.`}{' '}
        {isMismatch
          ? 'Something besides chance assigns sessions, so there is no verdict.'
          : 'With p below 0.001, there would be no verdict.'}
      </p>
    </>
  );
};

const Power = ({ analysis }: { analysis: ExperimentAnalysis }) => {
  const { experiment, power } = analysis;
  const fault = findFault(analysis);
  if (fault !== null) return <p className="text-fact text-text2">Not valid: {fault}, and more sessions would not mend it.</p>;
  const { neededSessions: needed, sessions, smallestVisible, daysLeft } = power;
  const isOver = experiment.stoppedAtMs !== null;
  const share = needed === null || needed === 0 ? null : sessions / needed;
  return (
    <>
      <p className="flex h-5 items-center gap-2 text-table whitespace-nowrap">
        {share === null ? null : <ProgressBar name="Sessions of those needed" share={share} className="h-2 min-w-4 flex-1" />}
        {needed === null ? `${printCount(sessions)} sessions` : `${printCount(sessions)} of ${printCount(needed)}`}
      </p>
      <p className="text-fact text-text2">
        {share === null
          ? `How many sessions ${isOver ? 'were needed is not known' : 'are needed is not known yet'}.`
          : share >= 1
            ? 'As many sessions as 80 % power needs.'
            : `${printRate(share)} of the sessions for 80 % power.`}{' '}
        {smallestVisible === null
          ? ''
          : `${isOver ? 'Visible' : 'Visible by now'}: ≥ ${printSmallestEffect(experiment.primaryMetric, Math.abs(smallestVisible))}.`}{' '}
        {daysLeft === null || (share !== null && share >= 1) ? '' : `About ${printCounted(Math.ceil(daysLeft), 'more day')} at this rate.`}
      </p>
    </>
  );
};

/** Whether sessions were split as planned, and how much of what is needed there is. */
export const RatioAndPower = ({ analysis }: { analysis: ExperimentAnalysis }) => (
  <div className="grid grid-cols-3 divide-x divide-line border-t border-line max-sm:grid-cols-1 max-sm:divide-x-0 max-sm:divide-y">
    <section className="flex flex-col gap-1 p-3">
      <h3 className="text-fact text-text3">Sample ratio</h3>
      <Ratio analysis={analysis} />
    </section>
    <section className="flex flex-col gap-1 p-3">
      <h3 className="text-fact text-text3">Unknown values</h3>
      <Missing analysis={analysis} />
    </section>
    <section className="flex flex-col gap-1 p-3">
      <h3 className="text-fact text-text3">
        Power for {printSmallestEffect(analysis.experiment.primaryMetric, analysis.experiment.smallestEffect)}
      </h3>
      <Power analysis={analysis} />
    </section>
  </div>
);

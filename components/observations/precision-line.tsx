import type { ObserverPrecision } from '@/lib/domain/precision.ts';
import { printCount } from '@/lib/print/number.ts';
import { toVisibleText } from '@/lib/print/visible-text.ts';

const percent = (rate: number) => Math.round(rate * 100);

/** How often triage said that the observer was right, with the interval and the counts. */
export const PrecisionLine = ({ precision, observerName }: { precision: ObserverPrecision | null; observerName: string }) => {
  const labelled = precision ? precision.fixed + precision.falsePositive : 0;
  return (
    <p className="px-3 py-2.5 text-table wrap-anywhere text-text2">
      {precision?.precision ? (
        <>
          Precision of {toVisibleText(observerName)} from triage:{' '}
          <strong className="font-semibold text-text">{percent(precision.precision.rate)} %</strong> ({percent(precision.precision.low)} to{' '}
          {percent(precision.precision.high)}), {printCount(precision.fixed)} fixed and {printCount(precision.falsePositive)} false positive
          of {printCount(labelled)} labelled{precision.synthetic ? ', all of demo data' : ''}.
        </>
      ) : (
        <>
          No labels yet: once groups of {toVisibleText(observerName)} are resolved as fixed or as false positive, its precision stands here.
        </>
      )}
    </p>
  );
};

import type { ObserverPrecision } from '@/lib/domain/precision.ts';
import { printInterval, printLabels, printRate, unknownPrecision } from '@/lib/print/precision.ts';
import { toVisibleText } from '@/lib/print/visible-text.ts';

/** The observer's precision from triage, with its interval and counts. */
export const PrecisionLine = ({ precision, observerName }: { precision: ObserverPrecision | null; observerName: string }) => (
  <p className="px-3 py-2.5 text-table wrap-anywhere text-text2">
    {precision?.precision ? (
      <>
        Precision of {toVisibleText(observerName)} from triage:{' '}
        <strong className="font-semibold text-text">{printRate(precision.precision.rate)}</strong> ({printInterval(precision.precision)}),{' '}
        {printLabels(precision)}.
      </>
    ) : (
      <>
        Precision of {toVisibleText(observerName)} {unknownPrecision}.
      </>
    )}
  </p>
);

import { SeverityMark } from '@/components/marks/severity-mark.tsx';
import { printMoney } from '@/lib/print/money.ts';
import { printCounted } from '@/lib/print/number.ts';
import { toVisibleText } from '@/lib/print/visible-text.ts';
import type { ReviewersAnswer } from './use-reviewers.ts';

/** Today's spending and its limit: `$0.12 of $5.00 spent today`. */
export const printBudget = ({ dailyUsd, spentUsd, unpriced }: ReviewersAnswer['budget']): string =>
  [
    `${printMoney(spentUsd)}${dailyUsd === null ? '' : ` of ${printMoney(dailyUsd)}`} spent today`,
    ...(unpriced > 0 ? [`${printCounted(unpriced, 'review')} at an unknown price`] : []),
  ].join(', ');

/** A review is asked only if the most that it could cost is left, so the last of a budget is rarely spent. */
const littleShare = 0.1;

/** State of all reviewers together: whether answers are scripted, and whether little is left of the budget. */
export const StateLines = ({ script, budget }: Pick<ReviewersAnswer, 'script' | 'budget'>) => {
  const { dailyUsd, spentUsd } = budget;
  const leftUsd = dailyUsd === null ? null : Math.max(0, dailyUsd - spentUsd);
  return (
    <>
      {script === null ? null : (
        <p role="note" className="shrink-0 border-b border-line bg-accentbg px-3 py-1.5 text-table break-words">
          <strong className="font-semibold">Answers are scripted.</strong> They come from{' '}
          <span className="font-mono text-fact break-all">{toVisibleText(script)}</span>, and nothing is sent.
        </p>
      )}
      {dailyUsd !== null && leftUsd !== null && leftUsd <= dailyUsd * littleShare ? (
        <p role="alert" className="flex shrink-0 items-start gap-2 border-b border-line bg-medbg px-3 py-1.5 text-table">
          <span className="flex h-4.5 items-center">
            <SeverityMark severity="medium" named />
          </span>
          <span>
            <strong className="font-semibold">
              {printMoney(leftUsd)} of the daily budget of {printMoney(dailyUsd)} is left.
            </strong>{' '}
            Reviewers that could cost more are not asked until 00:00 UTC. To go on today, raise{' '}
            <span className="font-mono text-fact">reviewers.daily_budget_usd</span>.
          </span>
        </p>
      ) : null}
    </>
  );
};

import type { ReviewerTotals as Totals } from '@/lib/domain/review.ts';
import { printCost } from '@/lib/print/money.ts';
import { printCompact, printCount } from '@/lib/print/number.ts';
import { sumKnown } from './review-words.ts';

/** Totals of a reviewer so far, over all sessions. */
export const ReviewerTotals = ({ totals }: { totals: Totals }) => {
  const { reviews, found, resolved, unchanged, failed, inputTokens, outputTokens } = totals;
  const facts = [
    { name: 'Reviews', value: printCount(reviews) },
    { name: 'Found', value: printCount(found) },
    { name: 'Resolved', value: printCount(resolved) },
    { name: 'Unchanged', value: printCount(unchanged) },
    { name: 'Failed', value: printCount(failed) },
    { name: 'Tokens', value: printCompact(sumKnown([inputTokens, outputTokens])) },
    { name: 'Cost', value: printCost(totals) },
  ];
  return (
    <dl
      aria-label="Totals"
      className="grid shrink-0 grid-cols-4 gap-x-2 gap-y-1.5 rounded-card border border-line bg-panel px-3 py-2 lg:grid-cols-7"
    >
      {facts.map(({ name, value }) => (
        <div key={name} className="flex min-w-0 flex-col">
          <dt className="truncate text-fact text-text3">{name}</dt>
          <dd className="truncate text-title">{value}</dd>
        </div>
      ))}
    </dl>
  );
};

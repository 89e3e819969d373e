import type { SummaryCost } from '@/lib/domain/summary-cost.ts';
import { printMoney } from '@/lib/print/money.ts';
import { printCounted } from '@/lib/print/number.ts';

/** `$0.12 for 40 stored summaries, 2 failed`, earlier versions and failed requests included; null where no model was asked. */
export const printModelCosts = (costs: readonly SummaryCost[]): string | null => {
  if (costs.length === 0) return null;
  const sum = (of: (cost: SummaryCost) => number): number => costs.reduce((total, cost) => total + of(cost), 0);
  const [turns, failed, unpriced] = [sum((cost) => cost.turns), sum((cost) => cost.failed), sum((cost) => cost.unpriced)];
  const isKnown = costs.some(({ cost_usd }) => cost_usd !== null);
  return [
    `${isKnown ? printMoney(sum(({ cost_usd }) => cost_usd ?? 0)) : 'cost not known'} for ${printCounted(turns, 'stored summary', 'stored summaries')}`,
    ...(failed > 0 ? [`${failed} failed`] : []),
    ...(unpriced > 0 && isKnown ? [`the cost of ${unpriced} is not known`] : []),
  ].join(', ');
};

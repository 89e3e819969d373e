import { expect, it } from 'vitest';
import type { SummaryCost } from '@/lib/domain/summary-cost.ts';
import { printModelCosts } from './print-model-costs.ts';

const cost = (given: Partial<SummaryCost>): SummaryCost => ({
  ...{ day: '2026-11-25', model: 'small', turns: 1, failed: 0, calls: 1, input_tokens: null, output_tokens: null },
  ...{ cost_usd: null, unpriced: 0, ...given },
});

it('sums what models cost, and says what is not known', () => {
  expect(printModelCosts([])).toBeNull();
  expect(printModelCosts([cost({ turns: 30, cost_usd: 0.5 }), cost({ turns: 10, cost_usd: 0.25, failed: 2, unpriced: 3 })])).toBe(
    '$0.75 for 40 stored summaries, 2 failed, the cost of 3 is not known',
  );
  expect(printModelCosts([cost({ turns: 4, unpriced: 4 })])).toBe('cost not known for 4 stored summaries');
});

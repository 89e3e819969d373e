import { expect, it } from 'vitest';
import { printCostNote } from './cost-note.ts';

const whole = { costUsd: 1, costMissing: null, unpricedModels: [], countedInId: null, countedInTitle: null };

it('says why there is no cost, and where a part is counted', () => {
  expect(printCostNote(whole)).toBeNull();
  const missing = { ...whole, costUsd: null };
  expect(printCostNote({ ...missing, costMissing: 'no_usage' })).toBe('No usage is reported');
  expect(printCostNote({ ...missing, costMissing: 'no_price', unpricedModels: ['a', 'b'] })).toBe('No price is known for a, b');
  expect(printCostNote({ ...missing, costMissing: 'no_price' })).toBe('No price is known for its model');
  const copy = { ...missing, costMissing: 'counted_elsewhere', countedInId: 'x', countedInTitle: 'Fix it' } as const;
  expect(printCostNote(copy)).toBe('Counted in “Fix it”');
  expect(printCostNote({ ...copy, countedInId: '2vqk7c3fjyzmbh3o5cdxq4xyzt', countedInTitle: null })).toBe('Counted in session 2vqk7c3f');
  expect(printCostNote({ ...whole, countedInId: 'x', countedInTitle: 'Fix it' })).toBe('What it repeats is counted in “Fix it”');
});

import { expect, it } from 'vitest';
import type { SubagentSums } from '../domain/session.ts';
import { unknownTokens } from '../domain/tokens.ts';
import { printCostNote, printCostWithSubagents, printErrorsWithSubagents, printSessionCost } from './cost-note.ts';

const whole = {
  costUsd: 1,
  costMissing: null,
  costAtLeast: false,
  unpricedModels: [],
  countedInId: null,
  countedInTitle: null,
  toolErrors: 0,
  subagents: null,
  completeness: { unknownRecords: 0, badLines: 0, orphanCalls: 0, noTimestamps: 0, partialUsage: 0, unknownUsage: 0 },
};

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

it('says of a cost that it is only a part, and why', () => {
  const partial = { ...whole, costAtLeast: true, completeness: { ...whole.completeness, partialUsage: 1, unknownUsage: 2 } };
  expect(printSessionCost(partial)).toBe('≥ $1.00');
  expect(printCostNote(partial)).toBe('1 response counted when it began, 2 responses without usage');
  expect(printSessionCost({ costUsd: null, costAtLeast: false })).toBe('–');
  expect(printSessionCost({ costUsd: 0.001, costAtLeast: true })).toBe('≥ $0.00');
});

it('sums a session with its subagents, and says where that is not all', () => {
  const subagents: SubagentSums = { count: 6, toolCalls: 40, toolErrors: 3, tokens: unknownTokens, costUsd: 3.49, costAtLeast: false };
  const parent = { ...whole, costUsd: 1.97, toolErrors: 1, subagents };
  expect([printCostWithSubagents(parent), printErrorsWithSubagents(parent)]).toEqual(['$5.46 with 6 subagents', '4 with 6 subagents']);
  expect(printCostWithSubagents({ ...parent, subagents: { ...subagents, costUsd: null, count: 1 } })).toBe('≥ $1.97 with 1 subagent');
  expect(printCostWithSubagents({ ...parent, costUsd: null, costMissing: 'no_price' })).toBe('≥ $3.49 with 6 subagents');
  expect(printCostWithSubagents(whole)).toBeNull();
});

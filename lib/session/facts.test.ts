import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { listModels, mergeFacts, toFacts, type SessionFacts } from './facts.ts';

const statement = fc.record(
  {
    at: fc.tuple(fc.nat(3), fc.nat(3)),
    title: fc.constantFrom('a', 'b', null),
    titleRank: fc.constantFrom(1, 2, 3, 4),
    cwd: fc.constantFrom('/a', '/b'),
    gitBranch: fc.constantFrom('main', 'fix'),
    agentVersion: fc.constantFrom('1', '2'),
    model: fc.constantFrom('m1', 'm2'),
  },
  { requiredKeys: ['at'] },
);

describe('mergeFacts', () => {
  it('gives the same facts in any order', () => {
    fc.assert(
      fc.property(fc.array(statement, { minLength: 1, maxLength: 6 }), fc.nat(), (statements, rotation) => {
        const merge = (order: typeof statements) => order.map(toFacts).reduce<SessionFacts>(mergeFacts, {});
        const at = rotation % statements.length;
        const rotated = [...statements.slice(at), ...statements.slice(0, at)];
        const expected = merge(statements);
        expect(merge(rotated)).toEqual(expected);
        expect(merge(statements.toReversed())).toEqual(expected);
        expect(listModels(merge(rotated))).toEqual(listModels(expected));
      }),
    );
  });

  it('prefers a title that a person gave, then the latest of equal rank, but the first prompt', () => {
    const titles = (...ranked: [rank: number, title: string][]) =>
      ranked.map(([titleRank, title], line) => toFacts({ at: [0, line], title, titleRank })).reduce<SessionFacts>(mergeFacts, {}).title
        ?.value;
    expect(titles([4, 'given'], [3, 'generated'])).toBe('given');
    expect(titles([3, 'old'], [3, 'new'])).toBe('new');
    expect(titles([1, 'first prompt'], [1, 'second prompt'])).toBe('first prompt');
  });

  it('never lets an absent value overwrite', () => {
    const merged = mergeFacts(toFacts({ at: [0, 1], cwd: '/a' }), toFacts({ at: [0, 2], cwd: null, title: 'x' }));
    expect(merged.cwd?.value).toBe('/a');
  });
});

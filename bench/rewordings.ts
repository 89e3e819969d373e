import { measureRewordings } from '../lib/reviewers/__fixtures__/measure-rewordings.ts';
import { matchFindings } from '../lib/reviewers/match.ts';
import { computeWilson, type Proportion } from '../lib/stats/proportion.ts';
import { atLeast, atMost, quantile, type Figure } from './figure.ts';

const nameRate = (name: string, { hits, of }: Proportion): string => {
  const { low, high } = computeWilson({ hits, of }) ?? { low: Number.NaN, high: Number.NaN };
  return `rewordings, ${name}: ${hits} of ${of}, 95 % ${(100 * low).toFixed(0)} to ${(100 * high).toFixed(0)}`;
};

const buildFindings = (count: number, files: number) =>
  Array.from({ length: count }, (_, at) => ({
    content: `\`load_${at}\` reads the whole response of service ${at % 17} into memory, without a limit, and never closes the connection.`,
    severity: 'medium' as const,
    sourceRef: `src/part${at % files}.py:${at + 1}`,
    category: null,
    code: null,
    id: String(at),
    fingerprint: String(at),
    state: 'open' as const,
  }));

/**
 * How well the second wordings of one reviewer are matched, how rarely adversarial ones are matched wrongly (most are not matched at all),
 * and how long 5 findings take beside 500 known ones.
 */
export const measureMatching = (): Promise<Figure[]> => {
  const [passes, adversarial] = [measureRewordings('passes-test'), measureRewordings('test')];
  const known = buildFindings(500, 50);
  const times = Array.from({ length: 100 }, () => {
    const startedAt = performance.now();
    matchFindings(known.slice(0, 5), known, null);
    return performance.now() - startedAt;
  });
  return Promise.resolve([
    atLeast(nameRate('precision', { hits: passes.right, of: passes.matched }), (100 * passes.right) / passes.matched, 95, '%'),
    atLeast(nameRate('recall', { hits: passes.right, of: passes.same }), (100 * passes.right) / passes.same, 80, '%'),
    atLeast(
      nameRate('adversarial precision', { hits: adversarial.right, of: adversarial.matched }),
      (100 * adversarial.right) / adversarial.matched,
      90,
      '%',
    ),
    atMost('rewordings, 5 findings beside 500 known ones in 50 files, median', quantile(times.slice(50), 0.5), 10, 'ms'),
  ]);
};

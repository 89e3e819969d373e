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
    id: String(at),
    fingerprint: String(at),
    state: 'open' as const,
  }));

/** How well the second wordings of a labeled set are matched, and how long 5 findings take beside 500 known ones. */
export const measureMatching = (): Promise<Figure[]> => {
  const { matched, right, same } = measureRewordings('test');
  const [precision, recall] = [
    { hits: right, of: matched },
    { hits: right, of: same },
  ];
  const known = buildFindings(500, 50);
  const times = Array.from({ length: 100 }, () => {
    const startedAt = performance.now();
    matchFindings(known.slice(0, 5), known, null);
    return performance.now() - startedAt;
  });
  return Promise.resolve([
    atLeast(nameRate('precision', precision), (100 * right) / matched, 95, '%'),
    atLeast(nameRate('recall', recall), (100 * right) / same, 80, '%'),
    atMost('rewordings, 5 findings beside 500 known ones in 50 files, median', quantile(times.slice(50), 0.5), 10, 'ms'),
  ]);
};

import type { Waste } from '@/lib/domain/assessment.ts';
import { printDuration } from '@/lib/print/duration.ts';
import { printMoney } from '@/lib/print/money.ts';
import { printCompact, printCounted } from '@/lib/print/number.ts';
import type { FindingMark } from './finding-marks.ts';

const add = (sum: number | null, more: number | null): number | null => (sum === null ? more : more === null ? sum : sum + more);

/**
 * Waste of a session's findings. A call that several findings cite is counted with the one that wasted most, so the sum is never
 * too large. Null if no waste is known.
 */
export const sumWaste = (marks: readonly FindingMark[]): Waste | null => {
  const counted = new Set<number>();
  let sum: Waste | null = null;
  const wasteful = marks.flatMap(({ episode }) =>
    episode.finding.waste ? [{ ...episode.finding.waste, cited: episode.finding.calls }] : [],
  );
  for (const { cited, ...waste } of wasteful.sort((a, b) => b.calls - a.calls)) {
    if (waste.calls === 0 || cited.some((call) => counted.has(call))) continue;
    for (const call of cited) counted.add(call);
    sum = sum
      ? {
          calls: sum.calls + waste.calls,
          tokens: add(sum.tokens, waste.tokens),
          durationMs: add(sum.durationMs, waste.durationMs),
          costUsd: add(sum.costUsd, waste.costUsd),
        }
      : waste;
  }
  return sum;
};

/** `4 calls`, `37.2 k uncached tokens`, `29.6 s`, `$0.34`: what is known of it and is something. Tokens that were read from a cache are in the cost alone. */
export const listWaste = ({ calls, tokens, durationMs, costUsd }: Waste): string[] => [
  printCounted(calls, 'call'),
  ...(tokens ? [`${printCompact(tokens)} uncached tokens`] : []),
  ...(durationMs ? [printDuration(durationMs)] : []),
  ...(costUsd ? [printMoney(costUsd)] : []),
];

import type { Tokens } from '@/lib/domain/tokens.ts';
import { printCount } from '@/lib/print/number.ts';

/** All tokens, including cached ones; null if none is known. Reasoning is part of output. */
export const computeTotalTokens = ({ input, cacheRead, cacheWrite, output }: Tokens): number | null => {
  const known = [input, cacheRead, cacheWrite, output].filter((count) => count !== null);
  return known.length === 0 ? null : known.reduce((sum, count) => sum + count, 0);
};

/** The parts in full, for a tooltip. */
export const printTokenParts = ({ input, cacheRead, cacheWrite, output }: Tokens): string =>
  `${printCount(input)} in, ${printCount(cacheRead)} from cache, ${printCount(cacheWrite)} to cache, ${printCount(output)} out`;

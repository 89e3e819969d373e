'use client';
import { useQuery } from '@tanstack/react-query';
import { observationQueries } from '@/lib/client/queries/observation-queries.ts';
import { printCount } from '@/lib/print/number.ts';

const meaning = 'open or regressed, medium or worse';

/**
 * The number of untriaged observations: open or regressed, medium or worse; hidden if zero. The view "Needs
 * attention" has the acknowledged ones, too.
 */
export const OpenCount = () => {
  const { data } = useQuery(observationQueries.openCount());
  if (!data || data.count === 0) return null;
  return (
    <span
      title={`${printCount(data.count)} groups are ${meaning}; acknowledged ones are not counted`}
      className="inline-block rounded-chip bg-sunken whitespace-nowrap px-1 text-fact font-medium text-text2 in-aria-[current]:bg-panel in-aria-[current]:text-accent"
    >
      {printCount(data.count)}
      <span className="sr-only"> {meaning}</span>
    </span>
  );
};

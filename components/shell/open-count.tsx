'use client';
import { useQuery } from '@tanstack/react-query';
import { observationQueries } from '@/lib/client/queries/observation-queries.ts';
import { printCount, printCounted } from '@/lib/print/number.ts';

const meaning = 'open or regressed, medium or worse';

/** How many groups need attention, as the view of that name counts them; hidden if zero. */
export const OpenCount = () => {
  const { data } = useQuery(observationQueries.openCount());
  if (!data || data.count === 0) return null;
  return (
    <span
      title={`${printCounted(data.count, 'group')} ${meaning}`}
      className="inline-block rounded-chip bg-sunken whitespace-nowrap px-1 text-fact font-medium text-text2 in-aria-[current]:bg-panel in-aria-[current]:text-accent"
    >
      {printCount(data.count)}
      <span className="sr-only"> {meaning}</span>
    </span>
  );
};

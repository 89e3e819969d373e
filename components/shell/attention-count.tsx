'use client';
import { useQuery } from '@tanstack/react-query';
import { observationQueries } from '@/lib/client/queries.ts';
import { printCount } from '@/lib/print/number.ts';

/** How many observations are open or regressed, medium or worse; nothing while there are none. */
export const AttentionCount = () => {
  const { data } = useQuery(observationQueries.attention());
  if (!data || data.count === 0) return null;
  return (
    <span className="rounded-chip bg-sunken px-1 text-fact font-medium text-text2 in-aria-[current]:bg-panel in-aria-[current]:text-accent">
      {printCount(data.count)}
      <span className="sr-only"> open</span>
    </span>
  );
};

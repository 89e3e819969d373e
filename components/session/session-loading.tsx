'use client';
import { useDelayed } from '@/components/hooks/use-delayed.ts';
import { RowSkeleton } from './rows/row-skeleton.tsx';

/** In place of a session that is on its way: nothing at first, then rows without text. */
export const SessionLoading = () => {
  const late = useDelayed(true);
  return (
    <div aria-busy="true" aria-label="Loading session" className="flex flex-col gap-2 p-3">
      {late ? Array.from({ length: 8 }, (_, at) => <RowSkeleton key={at} />) : null}
    </div>
  );
};

'use client';
import { useQuery } from '@tanstack/react-query';
import { Suspense } from 'react';
import { useDelayed } from '@/components/hooks/use-delayed.ts';
import { useMounted } from '@/components/hooks/use-mounted.ts';
import { RowSkeleton } from '@/components/session/rows/row-skeleton.tsx';
import { ErrorPane } from '@/components/ui/error-pane.tsx';
import { trajectoryQueries } from '@/lib/client/queries/trajectory-queries.ts';
import { TrajectoryView } from './trajectory-view.tsx';

/** A trajectory by its id. */
export const TrajectoryScreen = ({ id }: { id: string }) => {
  const detail = useQuery(trajectoryQueries.get(id));
  const late = useDelayed(detail.isPending);
  const isMounted = useMounted();
  if (detail.error && !detail.data)
    return (
      <ErrorPane
        title="The trajectory could not be loaded"
        level={1}
        error={detail.error}
        retry={() => void detail.refetch()}
        missing={{ title: 'No such trajectory', label: 'All trajectories', to: '/trajectories' }}
      />
    );
  if (!detail.data || !isMounted)
    return late ? (
      <div aria-busy="true" aria-label="Loading the trajectory" className="flex flex-col gap-2 p-3">
        {Array.from({ length: 8 }, (_, at) => (
          <RowSkeleton key={at} />
        ))}
      </div>
    ) : null;
  return (
    <Suspense>
      <TrajectoryView key={detail.data.trajectory.id} {...detail.data} />
    </Suspense>
  );
};

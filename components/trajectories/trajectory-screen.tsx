'use client';
import { useQuery } from '@tanstack/react-query';
import { Suspense } from 'react';
import { useDelayed } from '@/components/hooks/use-delayed.ts';
import { useMounted } from '@/components/hooks/use-mounted.ts';
import { RowSkeleton } from '@/components/session/rows/row-skeleton.tsx';
import { ShortId } from '@/components/session/short-id.tsx';
import { ErrorPane } from '@/components/ui/error-pane.tsx';
import { ClientError } from '@/lib/client/client-error.ts';
import { trajectoryQueries } from '@/lib/client/queries/trajectory-queries.ts';
import { TrajectoryView } from './trajectory-view.tsx';

/** A trajectory by its id, a short one too. */
export const TrajectoryScreen = ({ id }: { id: string }) => {
  const detail = useQuery(trajectoryQueries.get(id));
  const late = useDelayed(detail.isPending);
  const isMounted = useMounted();
  if (detail.error && !detail.data) {
    const pane = (
      <ErrorPane
        title="The trajectory could not be loaded"
        level={1}
        error={detail.error}
        retry={() => void detail.refetch()}
        missing={{ title: 'No such trajectory', label: 'All trajectories', to: '/trajectories' }}
      />
    );
    if (!(detail.error instanceof ClientError && detail.error.missing)) return pane;
    const part = /\.\d+$/u.exec(id)?.[0] ?? '';
    return (
      <ShortId name={id.slice(0, id.length - part.length)} toPath={(one) => `/trajectories/${one}${part}`} loading={null}>
        {pane}
      </ShortId>
    );
  }
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

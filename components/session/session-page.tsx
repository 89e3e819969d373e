'use client';
import { useQuery } from '@tanstack/react-query';
import { useMounted } from '@/components/hooks/use-mounted.ts';
import { useDelayed } from '@/components/hooks/use-delayed.ts';
import { ErrorPane } from '@/components/ui/error-pane.tsx';
import { sessionQueries } from '@/lib/client/queries.ts';
import { RowSkeleton } from './rows/row-skeleton.tsx';
import { SessionTimeline } from './session-timeline.tsx';

/** A session by its id or by `family:nativeId`: its facts first, then its timeline under the id that changes are told by. */
export const SessionPage = ({ id }: { id: string }) => {
  const detail = useQuery(sessionQueries.get(id));
  const late = useDelayed(detail.isPending);
  const mounted = useMounted();
  if (detail.data && mounted) return <SessionTimeline key={detail.data.id} id={detail.data.id} initial={detail.data} />;
  if (detail.error) {
    return (
      <div className="min-h-0 flex-1 overflow-y-auto bg-panel">
        <ErrorPane
          level={1}
          title="This session could not be read"
          error={detail.error}
          retry={() => void detail.refetch()}
          missing={{ title: 'There is no such session', to: '/sessions', label: 'Go to sessions' }}
        />
      </div>
    );
  }
  return (
    <div aria-busy="true" aria-label="Loading the session" className="flex flex-col gap-2 p-3">
      {late ? Array.from({ length: 8 }, (_, at) => <RowSkeleton key={at} />) : null}
    </div>
  );
};

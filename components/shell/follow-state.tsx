'use client';
import { useQuery } from '@tanstack/react-query';
import { useConnection } from './use-change-stream.ts';
import { LiveDot } from '@/components/marks/live-dot.tsx';
import { Tooltip } from '@/components/ui/tooltip.tsx';
import { importQueries } from '@/lib/client/queries/import-queries.ts';
import { printCounted } from '@/lib/print/number.ts';

/** What the server follows, and whether its changes arrive. Silent while nothing is followed and all is well. */
export const FollowState = () => {
  const connection = useConnection();
  const { data } = useQuery(importQueries.watched());
  const working = data?.watched.filter(({ problem }) => problem === null).length ?? 0;
  if (connection === 'lost') {
    return (
      <Tooltip text="The server is not responding. This page may be out of date. Retrying.">
        <span role="status" tabIndex={0} className="flex items-center gap-1.5 rounded-chip text-table whitespace-nowrap text-text3">
          <LiveDot state="lost" />
          Disconnected
        </span>
      </Tooltip>
    );
  }
  if (working === 0) return null;
  return (
    <Tooltip text={`${printCounted(working, 'folder')} followed: what agents write there appears here automatically.`}>
      <span tabIndex={0} className="hidden items-center gap-1.5 rounded-chip text-table whitespace-nowrap text-text2 sm:flex">
        <LiveDot />
        {working} followed
      </span>
    </Tooltip>
  );
};

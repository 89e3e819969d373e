'use client';
import { useQuery } from '@tanstack/react-query';
import { LiveDot } from '@/components/marks/live-dot.tsx';
import { Tooltip } from '@/components/ui/tooltip.tsx';
import { importQueries } from '@/lib/client/queries/import-queries.ts';
import { printCounted } from '@/lib/print/number.ts';

/** Number of folders that the server follows. Silent while nothing is followed. */
export const FollowState = () => {
  const { data } = useQuery(importQueries.watched());
  const working = data?.watched.filter(({ problem }) => problem === null).length ?? 0;
  if (working === 0) return null;
  return (
    <Tooltip text={`${printCounted(working, 'folder')} followed: what agents write there appears here automatically.`}>
      <span tabIndex={0} className="hidden items-center gap-1.5 rounded-chip text-table whitespace-nowrap text-text2 sm:flex">
        <LiveDot />
        {working} <span className="max-wide:sr-only">followed</span>
      </span>
    </Tooltip>
  );
};

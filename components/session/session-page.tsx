'use client';
import { useQuery } from '@tanstack/react-query';
import { ClientError } from '@/lib/client/client-error.ts';
import { sessionQueries } from '@/lib/client/queries/session-queries.ts';
import { SessionLoading } from './session-loading.tsx';
import { SessionMissing } from './session-missing.tsx';
import { SessionTimeline } from './session-timeline.tsx';

const toPath = (id: string): string => `/sessions/${id}`;

/** A session by its id, a short one too, or by `family:nativeId`; the timeline uses the id that changes are announced under. */
export const SessionPage = ({ id }: { id: string }) => {
  const detail = useQuery(sessionQueries.get(id));
  // A session that another page or process deleted is no longer shown.
  const isGone = detail.error instanceof ClientError && detail.error.missing;
  if (detail.data && !isGone) return <SessionTimeline key={detail.data.id} id={detail.data.id} initial={detail.data} />;
  if (detail.error)
    return <SessionMissing id={id} toPath={toPath} loading={<SessionLoading />} error={detail.error} retry={() => void detail.refetch()} />;
  return <SessionLoading />;
};

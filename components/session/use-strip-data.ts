'use client';
import { useQuery } from '@tanstack/react-query';
import { leastPitch, type CallRange } from './strip-layout.ts';
import { sessionQueries } from '@/lib/client/queries/session-queries.ts';
import { useElementWidth } from '@/components/hooks/use-element-width.ts';

const maxTicks = 4_000;
const widthStep = 100;

/** The strip's data for its width: the whole session, and the zoom window separately if the whole is bucketed. */
export const useStripData = (sessionId: string, zoom: CallRange | null) => {
  const [ref, width] = useElementWidth();
  const ticks = Math.min(maxTicks, Math.max(100, Math.ceil((Math.ceil(width / widthStep) * widthStep) / leastPitch)));
  const overview = useQuery({ ...sessionQueries.overview(sessionId, { ticks }), enabled: width > 0 });
  const bucketed = overview.data?.ticks.some((tick) => tick.lastCall > tick.firstCall) ?? false;
  const range = zoom ? { from: zoom.from, to: zoom.to, ticks } : { ticks };
  const detail = useQuery({ ...sessionQueries.overview(sessionId, range), enabled: width > 0 && zoom !== null && bucketed });
  return { ref, overview, detail: zoom && bucketed ? (detail.data ?? null) : null };
};

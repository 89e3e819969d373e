'use client';
import { useQueryClient } from '@tanstack/react-query';
import { useGo } from '@/components/hooks/use-go.ts';
import { toEvidenceHref } from './evidence-link.ts';
import type { ListRow } from './list-rows.ts';
import type { ObservationsState } from './use-observations-state.ts';
import { observationQueries } from '@/lib/client/queries/observation-queries.ts';
import { toVisibleText } from '@/lib/print/visible-text.ts';

/**
 * Opens the latest occurrence in the timeline, loading it first if needed. `onNowhere` receives why
 * that cannot be.
 */
export const useOpenEvidence = ({ state: { view }, whenWritten }: ObservationsState, onNowhere: (text: string) => void) => {
  const go = useGo();
  const client = useQueryClient();
  const findNewest = async (key: string) => {
    if (view === 'single') return (await client.query({ ...observationQueries.get(key), staleTime: 'static' })).observation;
    return (await client.infiniteQuery({ ...observationQueries.ofGroup(key), staleTime: 'static' })).pages[0]?.items[0] ?? null;
  };
  return async ({ key, title }: Pick<ListRow, 'key' | 'title'>): Promise<void> => {
    try {
      const newest = await findNewest(key);
      const href = newest && toEvidenceHref(newest);
      if (href === null) onNowhere(`“${toVisibleText(title)}” was reported without a session, so there are no calls to show.`);
      else {
        await whenWritten();
        go(href);
      }
    } catch (error) {
      onNowhere(`Evidence could not be loaded. ${error instanceof Error ? error.message : ''}`.trim());
    }
  };
};

'use client';
import { useQueryClient } from '@tanstack/react-query';
import { useRef } from 'react';
import type { ListView } from '@/components/observations/list-filter.ts';
import { severityWords, stateWords } from '@/components/observations/observation-words.ts';
import { observationQueries } from '@/lib/client/queries.ts';
import { toVisibleText } from '@/lib/print/visible-text.ts';
import { readZone } from './use-observations-list.ts';
import type { ObservationsTriage } from './use-observations-triage.ts';

/** What took the place of another one by itself was not seen before so long. */
const unseenMs = 700;

/** Tells what became of one that is not in the list any more, or never was, as it is now. */
export const useLeaving = (view: ListView, tell: ObservationsTriage['tell']) => {
  const client = useQueryClient();
  const leftAtMs = useRef(-Infinity);
  const read = async (key: string) => {
    if (view === 'single') {
      const { observation, history } = await client.query({ ...observationQueries.get(key), staleTime: 0 });
      return { ...observation, last: history[0] };
    }
    const { group, history } = await client.query({ ...observationQueries.group(key, readZone()), staleTime: 0 });
    return { ...group, last: history[0] };
  };
  return {
    /** `stood`: it was in the list until now, so that somebody else did something with it. */
    tellOf: async ({ key, stood }: { key: string; stood: boolean }) => {
      if (stood) leftAtMs.current = performance.now();
      try {
        const { title, severity, state, last } = await read(key);
        const words = `${severityWords[severity]}, ${stateWords[state]}`.toLowerCase();
        const by = last?.to === state ? ` (${toVisibleText(last.by)})` : '';
        const what = `“${toVisibleText(title)}”`;
        tell(stood ? `${what} left this list: it is ${words} now${by}.` : `${what} is not in this list: it is ${words}.`, { away: key });
      } catch {
        tell('What stood here could not be read any more: it may be gone with its session.', { isProblem: true });
      }
    },
    /** Whether what is current took its place only just now, so that a key may have been meant for the one before. */
    isUnseen: () => performance.now() - leftAtMs.current < unseenMs,
  };
};

'use client';
import { useRef } from 'react';
import type { ListView } from '@/components/observations/filter/list-filter.ts';
import { severityWords, stateWords } from '@/components/observations/observation-words.ts';
import { callEndpoint } from '@/lib/client/call-endpoint.ts';
import { contracts } from '@/lib/contracts/index.ts';
import { toVisibleText } from '@/lib/print/visible-text.ts';
import { readZone } from './use-observations-list.ts';
import type { ObservationsTriage } from './use-observations-triage.ts';

const { observations } = contracts;
/** What took the place of another one by itself was not seen before so long. */
const unseenMs = 700;

/** Asked anew: what a query is being told may be of before it left. */
const readNow = async (view: ListView, key: string) => {
  if (view === 'single') {
    const { observation, history } = await callEndpoint(observations.get, { params: { id: key } });
    return { ...observation, last: history[0] };
  }
  const { group, history } = await callEndpoint(observations.group, { params: { fingerprint: key }, query: { zone: readZone() } });
  return { ...group, last: history[0] };
};

/** Tells what became of one that is not in the list any more, or never was, as it is now. */
export const useLeaving = (view: ListView, { tell, hasMade }: Pick<ObservationsTriage, 'tell' | 'hasMade'>) => {
  const leftAtMs = useRef(-Infinity);
  return {
    /** `stood`: it was in the list until now, so that somebody else did something with it. */
    tellOf: async ({ key, stood }: { key: string; stood: boolean }) => {
      if (stood) leftAtMs.current = performance.now();
      try {
        const { title, severity, state, last } = await readNow(view, key);
        if (stood && last && hasMade(last.changeId)) return;
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

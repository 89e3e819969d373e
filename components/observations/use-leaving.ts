'use client';
import { useRef } from 'react';
import type { ListView } from './filter/list-filter.ts';
import { severityWords, stateWords } from './observation-words.ts';
import { callEndpoint } from '@/lib/client/call-endpoint.ts';
import { ClientError } from '@/lib/client/client-error.ts';
import { toVisibleText } from '@/lib/print/visible-text.ts';
import { readZone } from './use-observations-list.ts';
import type { Left } from './use-current-key.ts';
import type { ObservationsTriage } from './triage/use-observations-triage.ts';

/** An observation that automatically became current counts as seen only after this. */
const unseenMs = 700;

/** Refetched: a response in flight may predate the change. */
const readNow = async (view: ListView, key: string) => {
  if (view === 'single') {
    const { observation, history } = await callEndpoint('GET /api/observations/[id]', { params: { id: key } });
    return { ...observation, last: history[0] };
  }
  const { group, history } = await callEndpoint('GET /api/observations/groups/[fingerprint]', {
    params: { fingerprint: key },
    query: { zone: readZone() },
  });
  return { ...group, last: history[0] };
};

type Announce = ObservationsTriage['announce'];
/** Where one left by somebody else: what took its place, what became of it once that is read, and whether a key was refused there. */
type Place = { key: string | null; atMs: number; left: Parameters<Announce> | null; isRefused: boolean };

/** Whichever was first, the answer or the key: neither hides the other. */
const toNotice = ({ left, isRefused }: Place): Parameters<Announce> => {
  const [text, more] = left ?? ['Another item just left the list.'];
  return [isRefused ? `${text} This one took its place. Nothing was done.` : text, more];
};

/** Announces why an observation is not in the list any more, or never was. */
export const useLeaving = (view: ListView, { announce, hasMade }: Pick<ObservationsTriage, 'announce' | 'hasMade'>) => {
  const place = useRef<Place | null>(null);
  return {
    /** `next` took its place. Somebody else acted on a row that was in the list until now. */
    announceLeaving: async ({ key, row }: Left, next: string | null) => {
      const taken: Place | null = row === null ? null : { key: next, atMs: performance.now(), left: null, isRefused: false };
      if (taken) place.current = taken;
      const announceLeft = (...left: Parameters<Announce>) => {
        if (taken) taken.left = left;
        announce(...(taken ? toNotice(taken) : left));
      };
      try {
        const { title, severity, state, last } = await readNow(view, key);
        if (taken && last && hasMade(last.changeId)) return;
        const words = `${severityWords[severity]}, ${stateWords[state]}`.toLowerCase();
        const by = last?.to === state ? ` (${toVisibleText(last.by)})` : '';
        const what = `“${toVisibleText(title)}”`;
        announceLeft(taken ? `${what} left this list: it is now ${words}${by}.` : `${what} is not in this list: it is ${words}.`, {
          away: key,
        });
      } catch (error) {
        const isGone = error instanceof ClientError && error.missing;
        const what = row === null ? 'The linked observation' : `“${toVisibleText(row.title)}”`;
        const left = isGone
          ? `${what} no longer exists: it was deleted with its session.`
          : `Its status could not be loaded. ${String(error)}`;
        announceLeft(left, { isProblem: true });
      }
    },
    /** Says so where one took its place only just now: a key may have been meant for the one before. */
    isUnseen: (key: string): boolean => {
      const taken = place.current;
      if (taken?.key !== key || performance.now() - taken.atMs >= unseenMs) return false;
      taken.isRefused = true;
      announce(...toNotice(taken));
      return true;
    },
    /** Where one went oneself is seen. */
    see: () => {
      place.current = null;
    },
  };
};

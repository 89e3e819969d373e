'use client';
import { createParser, debounce, parseAsString, useQueryStates } from 'nuqs';
import { confidenceLevels } from '@/lib/domain/summary.ts';

export const chartGroups = ['day', 'project', 'model'] as const;
export type ChartGroup = (typeof chartGroups)[number];

/** One of some words, in any case: links are also typed. An unknown one is as none, as on every page. */
const parseAsWord = <Word extends string>(words: readonly Word[]) =>
  createParser<Word>({
    parse: (text) => words.find((word) => word.toLowerCase() === text.toLowerCase()) ?? null,
    serialize: (word) => word,
  });

const parsers = {
  q: parseAsString.withDefault(''),
  project: parseAsString,
  model: parseAsString,
  session: parseAsString,
  confidence: parseAsWord(confidenceLevels),
  sort: parseAsWord(['time', 'confidence']).withDefault('time'),
  by: parseAsWord(chartGroups).withDefault('day'),
};

/** State of the page; it lives in the address and nowhere else. */
export const useSummariesState = () => {
  const [state, setState] = useQueryStates(parsers, { history: 'push' });
  const { q, project, model, session, confidence } = state;
  return {
    state,
    /** As the API asks for it. */
    filter: {
      ...(q !== '' && { text: q }),
      ...(project !== null && { project }),
      ...(model !== null && { model }),
      ...(session !== null && { session }),
      ...(confidence !== null && { confidence }),
    },
    set: (next: Partial<typeof state>) => void setState(next),
    toggleSort: () => void setState({ sort: state.sort === 'time' ? 'confidence' : 'time' }),
    /** Typing replaces the address, once for several letters. */
    type: (text: string) => void setState({ q: text }, { history: 'replace', limitUrlUpdates: debounce(200) }),
    clear: () => void setState({ q: null, project: null, model: null, session: null, confidence: null }),
  };
};
export type SummariesState = ReturnType<typeof useSummariesState>;

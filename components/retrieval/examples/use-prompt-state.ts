'use client';
import { useQuery } from '@tanstack/react-query';
import { parseAsBoolean, parseAsFloat, parseAsInteger, parseAsString, useQueryStates } from 'nuqs';
import { retrievalQueries } from '@/lib/client/queries/retrieval-queries.ts';
import { defaultRetrievalConfig, type RetrievalConfig } from '@/lib/domain/retrieval-config.ts';

const maxExamples = 20;
const chars = { min: 500, max: 20_000 };

const parsers = {
  prompt: parseAsString.withDefault(''),
  k: parseAsInteger,
  min: parseAsFloat,
  chars: parseAsInteger,
  project: parseAsString,
  failed: parseAsBoolean.withDefault(false),
};

export type PromptState = { prompt: string; k: number; min: number; chars: number; project: string | null; failed: boolean };

const bound = (value: number, least: number, most: number): number => Math.min(most, Math.max(least, value));

type Used = {
  state: PromptState;
  setState: (next: Partial<PromptState>) => void;
  /** How the hook retrieves; null until it is known. */
  settings: RetrievalConfig | null;
};

/** State of the search for examples; it lives in the address and nowhere else. The configuration file sets what the address leaves open. */
export const usePromptState = (): Used => {
  const [state, setState] = useQueryStates(parsers, { history: 'push' });
  const { data, isPending } = useQuery(retrievalQueries.settings());
  const settings = data ?? defaultRetrievalConfig;
  // The address may hold anything.
  const k = bound(state.k ?? settings.top_k, 1, maxExamples);
  const min = bound(state.min ?? settings.min_score, 0, 1);
  const maxChars = bound(state.chars ?? settings.max_chars, chars.min, chars.max);
  return {
    state: { ...state, k, min, chars: maxChars },
    setState: (next) => void setState(next),
    settings: isPending ? null : settings,
  };
};

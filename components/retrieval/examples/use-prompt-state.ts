'use client';
import { parseAsBoolean, parseAsFloat, parseAsInteger, parseAsString, useQueryStates } from 'nuqs';
import { defaultRetrievalConfig } from '@/lib/domain/retrieval-config.ts';

const maxExamples = 20;

const parsers = {
  prompt: parseAsString.withDefault(''),
  k: parseAsInteger.withDefault(defaultRetrievalConfig.top_k),
  min: parseAsFloat.withDefault(defaultRetrievalConfig.min_score),
  project: parseAsString,
  failed: parseAsBoolean.withDefault(false),
};

export type PromptState = { prompt: string; k: number; min: number; project: string | null; failed: boolean };

/** What examples are looked for; it lives in the address and nowhere else. */
export const usePromptState = (): [PromptState, (next: Partial<PromptState>) => void] => {
  const [state, setState] = useQueryStates(parsers, { history: 'push' });
  // The address may hold anything.
  const k = Math.min(maxExamples, Math.max(1, state.k));
  const min = Math.min(1, Math.max(0, state.min));
  return [{ ...state, k, min }, (next) => void setState(next)];
};

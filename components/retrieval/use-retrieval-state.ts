'use client';
import { parseAsBoolean, parseAsFloat, parseAsInteger, parseAsString, useQueryStates } from 'nuqs';

const parsers = {
  prompt: parseAsString.withDefault(''),
  k: parseAsInteger.withDefault(4),
  min: parseAsFloat.withDefault(0),
  project: parseAsString,
  failed: parseAsBoolean.withDefault(false),
};

export type RetrievalState = { prompt: string; k: number; min: number; project: string | null; failed: boolean };

/** What examples are looked for; it lives in the address and nowhere else. */
export const useRetrievalState = (): [RetrievalState, (next: Partial<RetrievalState>) => void] => {
  const [state, setState] = useQueryStates(parsers, { history: 'push' });
  return [state, (next) => void setState(next)];
};

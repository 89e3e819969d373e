import type * as z from 'zod';
import { outcome, type Outcome } from '../../../domain/outcome.ts';
import { parseStored } from '../json.ts';

/** A JSON list, made by SQL, of words of which there are few; each of them is checked once. */
export const parseWords = <Word extends string>(json: string, word: z.ZodType<Word>): Word[] => {
  const words: unknown = JSON.parse(json);
  if (!Array.isArray(words)) throw new TypeError('A list of words was expected');
  const known = new Map<unknown, Word>();
  const check = (text: unknown): Word => {
    const met = parseStored(word, text);
    known.set(text, met);
    return met;
  };
  return words.map((text: unknown) => known.get(text) ?? check(text));
};

const knownOutcome = outcome.catch('unknown');

/** A JSON list of outcomes. */
export const parseOutcomes = (json: string): Outcome[] => parseWords(json, knownOutcome);

import * as z from 'zod';
import { outcome, type Outcome } from '../../domain/outcome.ts';
import { parseJson } from './rows.ts';

const strings = z.array(z.string());

/** A JSON list of outcomes; each word of it is checked once. */
export const parseOutcomes = (list: string): Outcome[] => {
  const known = new Map<string, Outcome>();
  return parseJson(strings, list).map((text) => {
    const met = known.get(text) ?? outcome.parse(text);
    known.set(text, met);
    return met;
  });
};

import type { Observation } from '../domain/observation.ts';
import { findSuggestion } from './find-suggestion.ts';

/** Something that was told beside what an observation has a place for: its name, and its value as text. */
export type ReportedFact = { name: string; value: string };

const maxLineChars = 60;

const toText = (value: unknown): string => {
  if (typeof value === 'string') return value;
  const line = JSON.stringify(value);
  return line.length <= maxLineChars ? line : JSON.stringify(value, null, 2);
};

/** What its metadata say and nothing else shows: without the suggestion, the category, and what is empty. In the order in which it was told. */
export const listReportedFacts = ({ metadata, category }: Pick<Observation, 'metadata' | 'category'>): ReportedFact[] => {
  const suggestion = findSuggestion({ metadata });
  return Object.entries(metadata)
    .filter(([name, value]) => !(name === 'suggestion' && value === suggestion) && !(name === 'category' && value === category))
    .map(([name, value]) => ({ name, value: toText(value) }))
    .filter(({ value }) => value.trim() !== '');
};

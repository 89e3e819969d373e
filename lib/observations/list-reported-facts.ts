import type { Observation } from '../domain/observation.ts';
import { findSuggestion } from './find-suggestion.ts';

/** A reported fact without its own field: name and value as text. */
export type ReportedFact = { name: string; value: string };

const maxLineChars = 60;

const toText = (value: unknown): string => {
  if (typeof value === 'string') return value;
  const line = JSON.stringify(value);
  return line.length <= maxLineChars ? line : JSON.stringify(value, null, 2);
};

/** Metadata not shown elsewhere, in reported order: without the suggestion, the category and empty values. */
export const listReportedFacts = ({ metadata, category }: Pick<Observation, 'metadata' | 'category'>): ReportedFact[] => {
  const suggestion = findSuggestion({ metadata });
  return Object.entries(metadata)
    .filter(([name, value]) => !(name === 'suggestion' && value === suggestion) && !(name === 'category' && value === category))
    .map(([name, value]) => ({ name, value: toText(value) }))
    .filter(({ value }) => value.trim() !== '');
};

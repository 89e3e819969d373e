import { expect, test } from 'vitest';
import { findSuggestion } from './find-suggestion.ts';

test('a suggestion is text that says something', () => {
  expect(findSuggestion({ metadata: { suggestion: 'Wait between tries.' } })).toBe('Wait between tries.');
  expect(findSuggestion({ metadata: { suggestion: ' ' } })).toBeNull();
  expect(findSuggestion({ metadata: { suggestion: ['Wait'] } })).toBeNull();
  expect(findSuggestion({ metadata: {} })).toBeNull();
});

import { expect, test } from 'vitest';
import { listReportedFacts } from './list-reported-facts.ts';

test('what was told beside comes by name, anything that is no text as JSON', () => {
  const metadata = { cwe: 'CWE-89', confidence: 0.8, tags: ['sql', 'query'], seen: false };
  expect(listReportedFacts({ metadata, category: null })).toEqual([
    { name: 'cwe', value: 'CWE-89' },
    { name: 'confidence', value: '0.8' },
    { name: 'tags', value: '["sql","query"]' },
    { name: 'seen', value: 'false' },
  ]);
  const long = 'x'.repeat(60);
  expect(listReportedFacts({ metadata: { at: { file: long } }, category: null })).toEqual([
    { name: 'at', value: `{\n  "file": "${long}"\n}` },
  ]);
});

test('what stands elsewhere is not told again, and what is empty not at all', () => {
  expect(listReportedFacts({ metadata: { category: 'Security', suggestion: 'Bind it.', note: ' ' }, category: 'Security' })).toEqual([]);
  expect(listReportedFacts({ metadata: { category: 'Other', suggestion: ['Bind it.'] }, category: 'Security' })).toEqual([
    { name: 'category', value: 'Other' },
    { name: 'suggestion', value: '["Bind it."]' },
  ]);
});

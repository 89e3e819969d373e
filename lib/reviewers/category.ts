import { foldWord } from '../search/words.ts';

/** Words that models use for the same category. */
const categories: Readonly<Record<string, string>> = {
  security: 'security vulnerability vulnerabilities authentication authorization injection secrets privacy crypto cryptography',
  logic: 'logic bug bugs correctness functionality functional',
  reliability: 'reliability robustness resilience stability error errors exception exceptions error-handling resource resources',
  performance: 'performance efficiency speed scalability latency memory cost',
  concurrency: 'concurrency threading async race race-condition thread-safety',
  quality:
    'quality code-quality style maintainability readability clean-code cleanup formatting naming convention conventions complexity smell',
  tests: 'tests test testing test-quality coverage test-coverage',
  docs: 'docs documentation doc comments docstring docstrings clarity writing',
  design: 'design architecture structure coupling modularity api api-design',
  process: 'conversation process reasoning communication methodology accuracy completeness requirements task-completion',
};

const byWord = new Map(Object.entries(categories).flatMap(([category, words]) => words.split(' ').map((word) => [word, category])));

/** The category that a model's word for it belongs to; the word itself if it is no common one. */
export const toCategory = (word: string): string => {
  const name = foldWord(word.trim()).replace(/[\s_/]+/gu, '-');
  return byWord.get(name) ?? name;
};

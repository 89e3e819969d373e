import { expect, it } from 'vitest';
import { toTitleLine } from './title-line.ts';

it.each([
  ['  Fix it\nnow', 'Fix it'],
  ['## 1. Task (task)\n\n## 1.1. Rules\n\nReview the diff\n', 'Review the diff'],
  ['## 1. Task (task)\n', '## 1. Task (task)'],
  ['# 1. Build it\nThen test', '# 1. Build it'],
  ['## Task\nReview', '## Task'],
  ['```ts\nconst a = 1;\n```', 'const a = 1;'],
  ['---\nname: plan\n---', 'name: plan'],
  ['```', '```'],
  ['', ''],
])('takes of %j the line %j', (text, line) => {
  expect(toTitleLine(text)).toBe(line);
});

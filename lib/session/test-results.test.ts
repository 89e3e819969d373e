import { expect, it } from 'vitest';
import { findTestResult } from './test-results.ts';

it.each([
  ['==== 2 failed, 41 passed in 2.1s ====', false],
  ['==== 41 passed in 2.1s ====', true],
  ['Tests:       1 failed, 3 passed, 4 total', false],
  [' Tests  12 passed (12)', true],
  ['  3 passing (12ms)\n  1 failing', false],
  ['# tests 4\n# pass 4\n# fail 0', true],
  ['# pass 3\n# fail 1', false],
  ['test result: ok. 3 passed; 0 failed; 0 ignored', true],
  ['test result: FAILED. 3 passed; 2 failed; 0 ignored', false],
  ['ok  \tgithub.com/a/b\t0.012s', true],
  ['--- FAIL: TestX (0.00s)\nFAIL\tgithub.com/a/b\t0.012s', false],
  ['Ran 3 tests in 0.001s\n\nOK', true],
  ['Ran 3 tests in 0.001s\n\nFAILED (failures=1)', false],
  ['Tests run: 8, Failures: 0, Errors: 0, Skipped: 1', true],
  ['Tests run: 8, Failures: 2, Errors: 0', false],
  ['12 examples, 0 failures', true],
])('reads %j', (output, isPassed) => {
  expect(findTestResult(output)?.isPassed).toBe(isPassed);
});

it.each(['', 'All good.', 'The user passed 3 arguments', `41 passed\n${'line\n'.repeat(60)}`])('finds no tests in %j', (output) => {
  expect(findTestResult(output)).toBeNull();
});

/** unittest says it of no tests, too. */
const ok = /^(OK)(?: \(.{1,80}\))?$/u;
/**
 * The counts that test runners print in their last lines: pytest, unittest, Jest, Vitest, Mocha, Bun, Node, Deno, TAP, Cargo, Go, Maven,
 * .NET, RSpec, Minitest, ExUnit, PHPUnit, XCTest, CTest, GoogleTest, Catch2.
 */
const passed: readonly RegExp[] = [
  /\b([1-9]\d*) (?:tests? )?(?:passed|passing)\b/u,
  /^[#ℹ] pass\s+([1-9]\d*)/u,
  /^([1-9]\d*) pass$/u,
  /^test result: ok\. ([1-9]\d*) passed/u,
  /\b([1-9]\d*) (?:tests?|examples?), 0 failures\b/u,
  /^(?:\[\w+\] )?Tests run: ([1-9]\d*), Failures: 0, Errors: 0/u,
  ok,
  /^(ok)\s+\S+\s+(?:[\d.]+s|\(cached\))(?!.{0,80}\[no tests)/u,
  /^(Passed!) {1,4}- Failed: {1,8}0,/u,
  /\b[1-9]\d* runs, \d+ assertions, 0 failures, 0 errors\b/u,
  /\bExecuted [1-9]\d* tests?, with 0 failures\b/u,
  /^100% tests passed/u,
  /^\[ {1,4}PASSED {1,4}\] [1-9]\d* tests?\b/u,
  /^(?:All tests passed|All tests successful|Result: PASS|\*\* TEST SUCCEEDED \*\*)/u,
];
const failed: readonly RegExp[] = [
  /\b([1-9]\d*) (?:tests? )?(?:failed|failing)\b/u,
  /^[#ℹ] fail\s+([1-9]\d*)/u,
  /^([1-9]\d*) fail$/u,
  /^(FAILED) \((?:failures|errors)=/u,
  /\b\d+ (?:tests?|examples?), ([1-9]\d*) failures?\b/u,
  /\b\d+ (?:passed|skipped|failures?)(?:, \d+ \w{1,12}){0,4}, ([1-9]\d*) errors?\b/u,
  /^=+ ([1-9]\d*) errors? in /u,
  /^(?:\[\w+\] )?Tests run: \d+, (?:Failures: [1-9]|Failures: 0, Errors: ([1-9]\d*))/u,
  /^(Failed!) {1,4}- Failed: /u,
  /\b\d+ runs, \d+ assertions, ([1-9]\d*) failures/u,
  /\bExecuted \d+ tests?, with ([1-9]\d*) failures?\b/u,
  /^\[ {1,4}FAILED {1,4}\] /u,
  /^(?:FAILURES!|Result: FAIL|\*\* TEST FAILED \*\*)/u,
  /^(FAIL)(?:\s+\S+\s+(?:[\d.]+s|\[build failed\]))?$/u,
  /^(--- FAIL): /u,
];
/** Words of runners that had no test to run, or skipped all. */
const empty =
  /\b(?:no tests? (?:files? )?(?:ran|found|(?:was|were) found|executed|specified|to run|collected)|no examples found|ran 0 tests|0 passing|0 tests executed)\b|^[#ℹ] tests 0$|^running 0 tests$|\[no test(?:s to run| files)\]|\b0 (?:examples|tests), 0 failures\b|^=* ?\d+ (?:deselected|skipped)(?:, \d+ (?:deselected|skipped|warnings?))* in /imu;
const maxLines = 40;
const maxChars = 8_000;
const maxLineChars = 300;

export type TestResult = { isPassed: boolean; line: string };

/** How tests ended, by the end of an output; null where it says nothing. The line that says it, the failed one before the passed one. */
export const findTestResult = (output: string): TestResult | null => {
  const lines = output
    .slice(-maxChars)
    .trimEnd()
    .split(/\r?\n/u)
    .slice(-maxLines)
    .map((line) => line.trim().slice(0, maxLineChars));
  const findLast = (patterns: readonly RegExp[]) => lines.findLast((line) => patterns.some((pattern) => pattern.test(line)));
  const failedLine = findLast(failed);
  if (failedLine !== undefined) return { isPassed: false, line: failedLine };
  if (empty.test(lines.join('\n')) && findLast(passed.filter((pattern) => pattern !== ok)) === undefined) return null;
  const passedLine = findLast(passed);
  return passedLine === undefined ? null : { isPassed: true, line: passedLine };
};

/** Whether an output says that no test ran. */
export const ranNoTest = (output: string): boolean => empty.test(output.slice(-maxChars)) && findTestResult(output) === null;

/** The counts that test runners print in their last lines: pytest, unittest, Jest, Vitest, Mocha, TAP, Cargo, Go, Maven, .NET, RSpec. */
const passed: readonly RegExp[] = [
  /\b(\d+) (?:tests? )?(?:passed|passing)\b/u,
  /^# pass (\d+)/u,
  /^test result: ok\. (\d+) passed/u,
  /\b(\d+) (?:tests?|examples?), 0 failures\b/u,
  /^Tests run: (\d+), Failures: 0, Errors: 0/u,
  /^(OK)(?: \(.{1,80}\))?$/u,
  /^(ok)\s+\S+\s+(?:[\d.]+s|\(cached\))/u,
];
const failed: readonly RegExp[] = [
  /\b([1-9]\d*) (?:tests? )?(?:failed|failing)\b/u,
  /^# fail ([1-9]\d*)/u,
  /^(FAILED) \((?:failures|errors)=/u,
  /\b\d+ (?:tests?|examples?), ([1-9]\d*) failures?\b/u,
  /^Tests run: \d+, (?:Failures: [1-9]|Failures: 0, Errors: ([1-9]\d*))/u,
  /^(FAIL)\s+\S+\s+[\d.]+s/u,
  /^(--- FAIL): /u,
];
const maxLines = 40;
const maxChars = 8_000;
const maxLineChars = 300;

export type TestResult = { isPassed: boolean; line: string };

/** What an output says of tests at its end; null where it says nothing. The line that says it, the failed one before the passed one. */
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
  const passedLine = findLast(passed);
  return passedLine === undefined ? null : { isPassed: true, line: passedLine };
};

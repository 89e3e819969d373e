import type { CheckKind } from '../domain/verification.ts';
import type { ShellCommand } from './read-shell.ts';
import { findTestResult } from './test-results.ts';
import { behindLast, toProgram } from './unwrap-command.ts';

/** What a check printed that could not run at all. */
export const notRun =
  /command not found|: not found$|not recognized as|No rule to make target|Missing script|no test specified|No such file or directory|can't open file|Cannot find module|not installed|Permission denied|No module named (?:pytest|mypy|ruff|tox)\b/mu;

const failing =
  /\berror(?: [A-Z]{2,8}\d+|\[[A-Z]\d+\])?: |^(?:Failed to compile|(?:\[\w+\] )?BUILD FAIL(?:ED|URE)|Build FAILED|\*\* [A-Z ]{1,40} FAILED \*\*|== Compilation error|FAILED\b|npm ERR!|error during build|vet: |\S{1,200}\.go:\d+:\d+: |Traceback \(most recent call last\)|make(?:\[\d+\])?: \*\*\*|\W{0,4}(?:Found )?[1-9]\d* (?:problems?|errors?)\b(?! \((?:0 errors|\d+ fixed, 0 remaining))|\s{1,8}[1-9]\d* Error\(s\)|\w*(?:Error|Exception): )/mu;
const failsByCount = /^(?:Found )?0 errors?|^\W{0,4}0 problems?/mu;
const passing =
  /Compiled successfully|BUILD SUCCESSFUL|BUILD SUCCESS\b|\*\* [A-Z ]{1,40} SUCCEEDED \*\*|^Build (?:succeeded|complete)|built in [\d.]+|Found 0 errors|Success: no issues found|All checks passed|No syntax errors detected|^[ \t]{0,12}Finished [`\w]/mu;
const badStatus =
  /^HTTP\/[\d.]+ [45]\d\d|^\W{0,3}(?:000|[45]\d\d)\W{0,3}$|\bCannot (?:GET|POST) |Internal Server Error|Connection refused|Failed to connect/mu;
const goodStatus = /^(?:\s{0,8}|< )HTTP\/[\d.]+ [23]\d\d/mu;

/** The status that a server's answer was printed with: of its first line, or where the format of `curl -w` puts it; null: none was. */
export const readStatus = (text: string, format: string | null): 'passed' | 'failed' | null => {
  if (badStatus.test(text)) return 'failed';
  if (goodStatus.test(text)) return 'passed';
  const mark = format === null ? -1 : format.search(/%\{(?:http_code|response_code)\}/u);
  if (format === null || mark < 0) return null;
  const lead = behindLast(behindLast(format.slice(0, mark).replaceAll('\\n', '\n'), '\n'), '}');
  const codes =
    lead === ''
      ? text.match(/[1-5]\d\d(?=\s*$)/gmu)
      : text
          .split(lead)
          .slice(1)
          .map((rest) => /^\s?(\d{3})\b/u.exec(rest)?.[1] ?? '');
  if (!codes || codes.length === 0 || codes.includes('')) return null;
  return codes.every((code) => /^[23]/u.test(code)) ? 'passed' : 'failed';
};

const failureWords = /fail|err|not ok|broken|panic|✗|✖|×/iu;
const successWords = /\bok\b|pass|succe|✓|✔/iu;

/** How many lines a command that shows the beginning lets through; null: it shows more than that. */
const countShown = (program: string, words: readonly string[]): number | null => {
  const joined = words.join(' ');
  if (program === 'head') return Number(/(?:^| )-(?:n ?|-lines[= ])?(\d+)/u.exec(joined)?.[1] ?? 10);
  if (program === 'Select-Object') return Number(/-First (\d+)/iu.exec(joined)?.[1] ?? Number.POSITIVE_INFINITY);
  return null;
};

/** Whether what was printed went through a command that may have left out a failure: the first lines alone, or those of a success. */
const mayHideFailure = (filters: ShellCommand['filters'], text: string): boolean =>
  filters.some(([first = '', ...words]) => {
    const program = toProgram(first);
    const shown = countShown(program, words);
    if (shown !== null) return text.trimEnd().split('\n').length >= shown;
    if (!/^(?:[ef]?grep|rg|ag|ack)$/u.test(program)) return false;
    const pattern = words.filter((word) => !/^-/u.test(word)).join(' ');
    const isInverted = words.some((word) => /^(?:-[a-uw-zA-Z]*v\w*|--invert-match)$/u.test(word));
    return isInverted ? failureWords.test(pattern) : successWords.test(pattern) && !failureWords.test(pattern);
  });

/** How a check ended, by what it printed; null: that says nothing. `format`: that of `curl -w`. */
export const readOutput = (
  kind: CheckKind,
  text: string,
  { format = null, filters = [] }: { format?: string | null; filters?: ShellCommand['filters'] } = {},
): 'passed' | 'failed' | null => {
  const found = findResult(kind, text, format);
  return found === 'passed' && filters.length > 0 && mayHideFailure(filters, text) ? null : found;
};

const findResult = (kind: CheckKind, text: string, format: string | null): 'passed' | 'failed' | null => {
  if (kind === 'fetch') return readStatus(text, format);
  const tests = kind === 'tests' || kind === 'run' ? findTestResult(text) : null;
  if (tests) return tests.isPassed ? 'passed' : 'failed';
  if (failing.test(text) && !failsByCount.test(text)) return 'failed';
  return passing.test(text) ? 'passed' : null;
};

/** The exit code that `echo "exit: $?"` behind a check printed. */
export const readReportedExit = (reported: ShellCommand['reportedExit'], output: string): number | null => {
  if (reported === null) return null;
  const { text, names } = reported;
  const at = Math.max(...names.map((name) => text.indexOf(name)));
  if (at < 0) return null;
  const lead = behindLast(
    text
      .slice(0, at)
      .replaceAll('\\n', '\n')
      .replace(/^-\w+ /u, ''),
    '\n',
  ).trimStart();
  // What stands before it is filled in, too.
  const known = behindLast(lead, '%').includes('$') || lead.includes('$') ? '' : lead;
  const from = known === '' ? output.trimEnd().lastIndexOf('\n') + 1 : output.lastIndexOf(known) + known.length;
  if (known !== '' && from < known.length) return null;
  if (known === '' && lead !== '') return null;
  const found = /^\s{0,4}(\d{1,3})\b/u.exec(output.slice(from, from + 10));
  return found ? Number(found[1]) : null;
};

/** What `&& echo ok || echo broken` printed; null: neither. */
export const readAnswer = (answers: ShellCommand['answers'], text: string): 'passed' | 'failed' | null => {
  if (answers === null) return null;
  const lines = text.split('\n').map((line) => line.trim());
  const [passed, failed] = [answers.passed === null ? -1 : lines.lastIndexOf(answers.passed), lines.lastIndexOf(answers.failed)];
  return passed === failed ? null : passed > failed ? 'passed' : 'failed';
};

import type { CheckKind } from '../domain/verification.ts';
import type { ShellCommand } from './read-shell.ts';
import { findTestResult } from './test-results.ts';
import { behindLast, toProgram } from './unwrap-command.ts';

/** Lines of shells and runners that found no check to run, whatever the code is. */
const nothingToRun =
  /^.*(?:command not found|: not found$|not recognized as|No rule to make target ['`][^'\n]{1,200}'\.|Missing script|no test specified|can't open file|Script not found|Command "[^"\n]{1,200}" not found|no such (?:sub)?command|No module named [a-z_]|Could not read package\.json|Couldn't find a package\.json|ERR_PNPM_NO_|could not find `Cargo\.toml`|\bcd: .{1,300}: No such file or directory|^(?:\/\S{1,80}\/)?(?:ba|z|da|k)?sh: (?:line )?(?:\d+: )?.{1,300}: (?:No such file or directory|Permission denied)).*$/gmu;
/** Lines that stand in the output of those, and in that of checks that ran. */
const mayBeAbsent = /No such file or directory|Cannot find module|not installed|Permission denied/u;
const byNpm = /^npm (?:ERR!|error|warn).*$/gimu;

const failing =
  /\berror(?: [A-Z]{2,8}\d+|\[[A-Z]\d+\])?: |^(?:Failed to compile|(?:\[\w+\] )?BUILD FAIL(?:ED|URE)|Build FAILED|\*\* [A-Z ]{1,40} FAILED \*\*|== Compilation error|FAILED\b|npm ERR!|error during build|vet: |\S{1,200}\.go:\d+:\d+: |Traceback \(most recent call last\)|make(?:\[\d+\])?: \*\*\*|\W{0,4}(?:Found )?[1-9]\d* (?:problems?|errors?)\b(?! \((?:0 errors|\d+ fixed, 0 remaining))|\s{1,8}[1-9]\d* Error\(s\)|\w*(?:Error|Exception): )/mu;
const failsByCount = /^(?:Found )?0 errors?|^\W{0,4}0 problems?/mu;
const passing =
  /Compiled successfully|\*\* [A-Z ]{1,40} SUCCEEDED \*\*|^Build (?:succeeded|complete)|built in [\d.]+|Found 0 errors|Success: no issues found|All checks passed|No syntax errors detected|^[ \t]{0,12}Finished [`\w]/mu;
/** Messages of runners that tests are a part of. */
const passingWhole = /BUILD SUCCESSFUL|BUILD SUCCESS\b/u;
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

/** Size of an output, as far as it is known that all of it is there. */
export type OutputSize = { lines: number; bytes: number };
/** The size of an output that is not there, or not whole. */
export const unknownSize: OutputSize = { lines: Number.POSITIVE_INFINITY, bytes: Number.POSITIVE_INFINITY };
const encoder = new TextEncoder();
export const measureOutput = (text: string): OutputSize => ({
  lines: text.trimEnd().split('\n').length,
  // A line break at its end may have been taken off.
  bytes: encoder.encode(text.trimEnd()).length + 1,
});

/** The part of an output that a command lets through: so much of its beginning, all that may tell of a failure, or less. */
type Shown = { lines?: number; bytes?: number } | 'all' | 'some';

/** Lines that a pattern selects, or leaves out. */
const bySelection = (pattern: string, isInverted: boolean): Shown => {
  if (isInverted) return failureWords.test(pattern) ? 'some' : 'all';
  return successWords.test(pattern) && !failureWords.test(pattern) ? 'some' : 'all';
};

const readHead = (words: readonly string[]): Shown => {
  const joined = words.join(' ');
  // All but the last ones.
  if (/(?:^| )(?:-[cn] ?|--(?:bytes|lines)[= ])-\d/u.test(joined)) return 'some';
  const bytes = /(?:^| )(?:-c ?|--bytes[= ])(\d+)/u.exec(joined)?.[1];
  if (bytes !== undefined) return { bytes: Number(bytes) };
  return { lines: Number(/(?:^| )-(?:n ?|-lines[= ])?(\d+)/u.exec(joined)?.[1] ?? 10) };
};

const readGrep = (words: readonly string[]): Shown => {
  // Such options take the pattern with them.
  if (words.some((word) => /^(?:-[a-zA-Z]{0,3}[ef]|--(?:regexp|file)\b)/u.test(word))) return 'some';
  const isInverted = words.some((word) => /^(?:-[a-uw-zA-Z]*v\w*|--invert-match|-[Nn]ot[Mm]atch|\/[vV])$/u.test(word));
  const selected = bySelection(words.filter((word) => !/^-/u.test(word)).join(' '), isInverted);
  const limit = /(?:^| )(?:-\w*m ?|--max-count[= ])(\d+)/u.exec(words.join(' '))?.[1];
  return selected === 'all' && limit !== undefined ? { lines: Number(limit) } : selected;
};

/** Commands of sed: a replacement, lines by their numbers or by a pattern. */
const readSed = (words: readonly string[]): Shown => {
  const isSilent = words.some((word) => /^-[a-mo-zA-Z]*n|^--(?:quiet|silent)$/u.test(word));
  if (words.filter((word) => /^-e|^--expression/u.test(word)).length > 1) return 'some';
  const script = words.find((word) => !/^-/u.test(word)) ?? '';
  const [, first = '', second, action] = /^(\d+)(?:,(\d+|\$))?([pqd])$/u.exec(script) ?? [];
  if (action === 'q' && second === undefined && !isSilent) return { lines: Number(first) };
  if (action === 'p' && isSilent) return second === '$' ? 'all' : { lines: Number(second ?? first) - Number(first) + 1 };
  if (action === 'd' && !isSilent && first === '1' && second !== '$') return 'all';
  if (action === 'd' && !isSilent && second === '$') return { lines: Number(first) - 1 };
  const [, pattern, by] = /^\/([^/]*)\/([pd])$/u.exec(script) ?? [];
  if (pattern !== undefined && (by === 'p') === isSilent) return bySelection(pattern, by === 'd');
  return /^s(.)(?:(?!\1).)*\1(?:(?!\1).)*\1[gI\d]*$/u.test(script) && !isSilent && !failureWords.test(script) ? 'all' : 'some';
};

/** Programs of awk: lines by their numbers or by a pattern, or all of them. */
const readAwk = (words: readonly string[]): Shown => {
  const program = (words.find((word) => !/^-/u.test(word)) ?? '').replace(/\s/gu, '').replace(/\{print(?:\$0)?;?\}$/u, '');
  const [, isEqual, lines] = /^NR<(=?)(\d+)$/u.exec(program) ?? [];
  if (lines !== undefined) return { lines: Number(lines) - (isEqual === '=' ? 0 : 1) };
  const pattern = /^\/([^/]*)\/$/u.exec(program)?.[1];
  if (pattern !== undefined) return bySelection(pattern, false);
  return /^(?:|1|NR>=?\d+)$/u.test(program) ? 'all' : 'some';
};

const readSelectObject = (words: readonly string[]): Shown => {
  const first = /-First (\d+)/iu.exec(words.join(' '))?.[1];
  return first === undefined ? (words.some((word) => /^-Last$/iu.test(word)) ? 'all' : 'some') : { lines: Number(first) };
};

/** Commands whose output holds all of their input, its end, or a readable form of it. */
const showingAll =
  /^(?:cat|tee|tail|tr|column|nl|fold|fmt|less|more|bat|ts|uniq|strip-ansi|sponge|expand|pr|iconv|out-(?:string|host|file)|tee-object|xcpretty|xcbeautify|gotestfmt|tap-[\w-]+|pino-pretty)$/u;

const readShown = ([first = '', ...words]: readonly string[]): Shown => {
  const program = toProgram(first).toLowerCase();
  if (program === 'head') return readHead(words);
  if (/^(?:[efz]?grep|rg|ag|ack|findstr|select-string)$/u.test(program)) return readGrep(words);
  if (program === 'sed' || program === 'gsed') return readSed(words);
  if (program === 'awk' || program === 'gawk' || program === 'mawk') return readAwk(words);
  if (program === 'select-object') return readSelectObject(words);
  if (program === 'cut') return Number(/^-c ?1?-(\d+)$/u.exec(words.join(' '))?.[1] ?? 0) >= minColumns ? 'all' : 'some';
  return showingAll.test(program) ? 'all' : 'some';
};
/** Lines that are cut here still tell how tests ended. */
const minColumns = 80;

/**
 * Whether an output went through a command that may have left out a failure: the first lines alone, those of a success, or nobody knows
 * which. Sorted lines have another end.
 */
export const mayHideFailure = (filters: ShellCommand['filters'], { lines, bytes }: OutputSize): boolean =>
  filters.some((filter, at) => {
    if (/^(?:sort|sort-object)$/iu.test(filter[0] ?? '')) return at < filters.length - 1;
    const shown = readShown(filter);
    return typeof shown === 'string' ? shown === 'some' : lines >= (shown.lines ?? Infinity) || bytes >= (shown.bytes ?? Infinity);
  });

/** How a check ended, by its output; null: that says nothing. `format`: that of `curl -w`; `isHiding`: a failure may be left out of it. */
export const readOutput = (
  kind: CheckKind,
  text: string,
  { format = null, isHiding = false }: { format?: string | null; isHiding?: boolean } = {},
): 'passed' | 'failed' | null => {
  const found = findResult(kind, text, format);
  return found === 'passed' && isHiding ? null : found;
};

const findResult = (kind: CheckKind, text: string, format: string | null): 'passed' | 'failed' | null => {
  if (kind === 'fetch') return readStatus(text, format);
  const isRun = kind === 'tests' || kind === 'run';
  const tests = isRun ? findTestResult(text) : null;
  if (tests) return tests.isPassed ? 'passed' : 'failed';
  if (failing.test(text) && !failsByCount.test(text)) return 'failed';
  // A build that goes well says nothing of the tests or the program that come behind it.
  return passingWhole.test(text) || (!isRun && passing.test(text)) ? 'passed' : null;
};

/**
 * Whether a check that ended with an error ran, by its output. `absent`: it says no more than that there was none to run. `unclear`:
 * it says that something was not there, and shows no failure of a check. Null: it ran.
 */
export const readAbsence = (kind: CheckKind, text: string): 'absent' | 'unclear' | null => {
  const found = text.replace(nothingToRun, '');
  const rest = found.replace(byNpm, '').replace(exitLine, '');
  if (found !== text && rest.trim() === '') return 'absent';
  return (found !== text || mayBeAbsent.test(text)) && readOutput(kind, rest) !== 'failed' ? 'unclear' : null;
};
const exitLine = /^Exit code:? -?\d+$/gmu;

/** The exit code that `echo "exit: $?"` behind a check printed. */
export const readReportedExit = (reported: ShellCommand['reportedExit'], output: string): number | null => {
  if (reported === null) return null;
  const { text, names, isLast } = reported;
  const [name = '', at = -1] = names.map((one) => [one, text.indexOf(one)] as const).find(([, index]) => index >= 0) ?? [];
  if (at < 0) return null;
  const lead = behindLast(
    text
      .slice(0, at)
      .replaceAll('\\n', '\n')
      .replace(/^-\w+ /u, ''),
    '\n',
  ).trimStart();
  if (lead === '') {
    // A number alone is the one only where nothing else is printed behind it.
    const isAlone =
      text
        .slice(at + name.length)
        .replaceAll('\\n', '')
        .trim() === '';
    const found = isLast ? /^\s{0,4}(\d{1,3})\b(\s*)(\S?)/u.exec(output.slice(output.trimEnd().lastIndexOf('\n') + 1)) : null;
    return found && (!isAlone || found[3] === '') ? Number(found[1]) : null;
  }
  // A variable that stands before it is filled in, too.
  if (lead.includes('$')) return null;
  // Several commands may be reported alike.
  const codes = new Set(
    output
      .split(lead)
      .slice(1)
      .map((rest) => /^\s{0,4}(\d{1,3})\b/u.exec(rest)?.[1])
      .filter((code) => code !== undefined),
  );
  const [only, other] = codes;
  return only === undefined || other !== undefined ? null : Number(only);
};

/** How a check ended, by what `&& echo ok || echo broken` printed; null: neither, or another command may have failed. */
export const readAnswer = (answers: ShellCommand['answers'], text: string): 'passed' | 'failed' | null => {
  if (answers === null) return null;
  const lines = text.split('\n').map((line) => line.trim());
  const [passed, failed] = [answers.passed === null ? -1 : lines.lastIndexOf(answers.passed), lines.lastIndexOf(answers.failed)];
  if (passed === failed) return null;
  return passed > failed ? 'passed' : answers.isOwn ? 'failed' : null;
};

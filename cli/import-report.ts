import type { FileResult, FileStatus } from '../lib/domain/import.ts';
import type { IssueCode } from '../lib/domain/issue.ts';
import { printBytes } from '../lib/print/bytes.ts';
import { printCount, printCounted } from '../lib/print/number.ts';
import { toVisibleText } from '../lib/print/visible-text.ts';
import { groupBy } from '../lib/session/group-by.ts';

/** Output of `import --json` for a file. */
export const toImportJson = (shown: string, result: FileResult) => ({
  file: shown,
  format: result.format,
  sha256: result.sha256,
  sessions: result.sessions,
  issues: result.issues.map(({ line, code, message }) => ({ line, code, message })),
  unchanged: result.unchanged,
});

const counts = (result: FileResult): string =>
  [
    printCounted(result.sessionCount, 'session'),
    printCounted(result.records, 'record'),
    printCounted(result.toolCalls, 'call'),
    ...(result.toolErrors > 0 ? [printCounted(result.toolErrors, 'error')] : []),
    ...(result.skippedLines > 0 ? [`${printCounted(result.skippedLines, 'line')} skipped`] : []),
    ...(result.pendingTail ? ['last line incomplete'] : []),
  ].join(', ');

/** One line per file for people, with control characters made visible. */
export const printResult = (shown: string, result: FileResult): string => {
  const name = toVisibleText(shown).replaceAll('\n', '␊');
  if (result.status === 'imported' || result.status === 'partial') return `${name}: ${result.formatLabel ?? ''}: ${counts(result)}`;
  if (result.status === 'unchanged') return `${name}: unchanged`;
  if (result.status === 'cancelled')
    return result.bytesRead === 0
      ? `${name}: not read`
      : `${name}: stopped after ${printBytes(result.bytesRead)} of ${printBytes(result.bytes)}: ${counts(result)}`;
  return `${name}: ${result.status}: ${toVisibleText(result.issues[0]?.message ?? 'no records').replaceAll('\n', '␊')}`;
};

const isDone = ({ status }: FileResult): boolean => status === 'imported' || status === 'partial' || status === 'unchanged';

/** Exit code: 0 if all files were imported, 1 if none, 3 if some were and others were refused, failed or not read. */
export const toImportExitCode = (results: readonly FileResult[]): 0 | 1 | 3 => {
  const done = results.filter(isDone).length;
  if (done === 0) return 1;
  return done === results.length ? 0 : 3;
};

/** Why a file was refused or failed, where the code does not read as a reason. */
const reasons: Partial<Record<IssueCode, string>> = {
  not_recognized: 'not a session file',
  not_supported: 'format not supported',
  empty_file: 'empty',
  store_busy: 'database busy',
};

const toReason = ({ issues: [issue] }: FileResult): string =>
  issue ? (reasons[issue.code] ?? issue.code.replaceAll('_', ' ')) : 'no records';

/** `5 not a session file, 4 empty`: the most frequent reason first. */
const printReasons = (results: readonly FileResult[]): string =>
  [...groupBy(results, toReason)]
    .sort(([, a], [, b]) => b.length - a.length)
    .map(([reason, some]) => `${printCount(some.length)} ${reason}`)
    .join(', ');

const groups: readonly { name: string; status: FileStatus; hasReasons?: true }[] = [
  { name: 'imported', status: 'imported' },
  { name: 'imported in part', status: 'partial' },
  { name: 'unchanged', status: 'unchanged' },
  { name: 'refused', status: 'refused', hasReasons: true },
  { name: 'failed', status: 'failed', hasReasons: true },
  { name: 'not read to the end', status: 'cancelled' },
];

/** All files of an import in one line: `12 files: 3 imported, 9 refused (5 not a session file, 4 empty).` */
export const printSummary = (results: readonly FileResult[]): string => {
  const parts = groups.flatMap(({ name, status, hasReasons }) => {
    const some = results.filter((result) => result.status === status);
    if (some.length === 0) return [];
    return `${printCount(some.length)} ${name}${hasReasons ? ` (${printReasons(some)})` : ''}`;
  });
  return `${printCounted(results.length, 'file')}: ${parts.join(', ')}.`;
};

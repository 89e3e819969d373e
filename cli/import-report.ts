import path from 'node:path';
import { countFiles, countSkipped, type FileResult } from '../lib/domain/import.ts';
import { skippingCodes, type IssueCode } from '../lib/domain/issue.ts';
import { printBytes } from '../lib/print/bytes.ts';
import { printFileCounts } from '../lib/print/file-counts.ts';
import { printCounted } from '../lib/print/number.ts';
import { printSessionCount } from '../lib/print/session-count.ts';
import { groupBy } from '../lib/session/group-by.ts';
import { toVisibleText } from '../lib/print/visible-text.ts';

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
    printSessionCount({
      sessions: result.sessionCount,
      subagents: result.sessions.filter(({ relation }) => relation === 'subagent').length,
    }),
    printCounted(result.records, 'record'),
    printCounted(result.toolCalls, 'call'),
    ...(result.toolErrors > 0 ? [printCounted(result.toolErrors, 'error')] : []),
    ...(result.skippedLines > 0 ? [`${printCounted(result.skippedLines, 'line')} skipped`] : []),
    ...(result.pendingTail ? ['last line incomplete'] : []),
  ].join(', ');

const maxReasons = 3;
/** Why lines or snapshots were left out, or sessions are no trajectory. If a file was not read again, only the latter is news. */
const reasonCodes: readonly IssueCode[] = [...skippingCodes, 'no_trajectory', 'snapshot_changed', 'unchecked', 'deleted'];
const unchangedCodes: readonly IssueCode[] = ['no_trajectory'];

/** The first of the issues that people should read. */
const listReasons = ({ issues, unchanged }: FileResult): string[] => {
  const found = issues.filter(({ code }) => (unchanged ? unchangedCodes : reasonCodes).includes(code));
  const more = found.length - maxReasons;
  return [
    ...found.slice(0, maxReasons).map(({ message }) => `  ${toVisibleText(message).replaceAll('\n', '␊')}`),
    ...(more > 0 ? [`  … and ${more} more`] : []),
  ];
};

/** One line per file for people, and lines below it that say why something of it was left out; control characters are made visible. */
export const printResult = (shown: string, result: FileResult): string => {
  const name = toVisibleText(shown).replaceAll('\n', '␊');
  if (result.status === 'imported' || result.status === 'partial')
    return [`${name}: ${result.formatLabel ?? ''}: ${counts(result)}`, ...listReasons(result)].join('\n');
  if (result.status === 'unchanged') return [`${name}: unchanged`, ...listReasons(result)].join('\n');
  if (result.status === 'cancelled')
    return result.bytesRead === 0
      ? `${name}: not read`
      : `${name}: stopped after ${printBytes(result.bytesRead)} of ${printBytes(result.bytes)}: ${counts(result)}`;
  return `${name}: ${result.status}: ${toVisibleText(result.issues[0]?.message ?? 'no records').replaceAll('\n', '␊')}`;
};

const isNotRead = ({ status, bytesRead }: FileResult): boolean => status === 'cancelled' && bytesRead === 0;

const maxNames = 3;

/** Results for people: a line or more for each file that was read, then one for each folder with files that were not. */
export const printResults = (outcomes: readonly { planned: { shown: string }; result: FileResult }[]): string[] => {
  const read = outcomes.filter(({ result }) => !isNotRead(result));
  const folders = groupBy(
    outcomes.filter(({ result }) => isNotRead(result)),
    ({ planned }) => path.dirname(planned.shown),
  );
  return [
    ...read.map(({ planned, result }) => printResult(planned.shown, result)),
    ...[...folders].flatMap(([folder, files]) => {
      if (files.length <= maxNames) return files.map(({ planned, result }) => printResult(planned.shown, result));
      const names = files.slice(0, maxNames).map(({ planned }) => toVisibleText(path.basename(planned.shown)).replaceAll('\n', '␊'));
      const more = printCounted(files.length - maxNames, 'more', 'more');
      return `${toVisibleText(folder).replaceAll('\n', '␊')}: ${printCounted(files.length, 'file')} not read: ${names.join(', ')} and ${more}`;
    }),
  ];
};

/** A file whose lines were all skipped gave nothing. */
const isDone = ({ status, sessionCount }: FileResult): boolean =>
  status === 'imported' || status === 'unchanged' || (status === 'partial' && sessionCount > 0);

/** Exit code: 0 if all files were imported, 1 if none, 3 if some were and others were refused, failed, not read or gave nothing. */
export const toImportExitCode = (results: readonly FileResult[]): 0 | 1 | 3 => {
  const done = results.filter(isDone).length;
  if (done === 0) return 1;
  return done === results.length ? 0 : 3;
};

/** All files of an import in one line: `12 files: 3 new, 9 skipped (5 not a session file, 4 empty).` */
export const printSummary = (results: readonly FileResult[]): string => {
  const lines = results.reduce((sum, { skippedLines }) => sum + skippedLines, 0);
  const counts = printFileCounts(countFiles(results), countSkipped(results));
  return `${printCounted(results.length, 'file')}: ${counts}${lines > 0 ? `, ${printCounted(lines, 'line')} skipped` : ''}.`;
};

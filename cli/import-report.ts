import type { FileResult } from '../lib/domain/import.ts';
import { printCounted } from '../lib/print/number.ts';
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
  return `${name}: ${result.status}: ${toVisibleText(result.issues[0]?.message ?? 'no records').replaceAll('\n', '␊')}`;
};

const isDone = ({ status }: FileResult): boolean => status === 'imported' || status === 'partial' || status === 'unchanged';

/** Exit code: 0 if all files were imported, 1 if none, 3 if some. Unrecognized files found in folders do not count. */
export const toImportExitCode = (results: readonly { result: FileResult; named: boolean }[]): 0 | 1 | 3 => {
  const asked = results.filter(({ result, named }) => named || result.status !== 'refused');
  const done = asked.filter(({ result }) => isDone(result)).length;
  if (done === 0) return 1;
  return done === asked.length ? 0 : 3;
};

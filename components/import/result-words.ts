import { formatsThatAreRead } from '@/lib/domain/issue.ts';
import { printCounted } from '@/lib/print/number.ts';
import type { IssueCode } from '@/lib/domain/issue.ts';
import type { ImportRow } from './import-row.ts';
import { issueWords } from './issue-words.ts';

const noticeCodes: readonly IssueCode[] = ['missing_log', 'no_session'];

/** The full message about a file as a whole. */
export const findReason = ({ result }: ImportRow): string | undefined => result?.issues.find(({ line }) => line === null)?.message;

/** A short remark about a file that was read; the rest expands below it. */
const printNotice = ({ result }: ImportRow): string => {
  const notice = result?.issues.find(({ line, code }) => line === null && noticeCodes.includes(code));
  return notice ? `, ${issueWords[notice.code].toLowerCase()}` : '';
};

/** The result of a file in a few words, without the list of supported formats, which the page shows once. */
export const printResult = (row: ImportRow): string => {
  const { status, result, note } = row;
  const reported = findReason(row)?.split(` ${formatsThatAreRead}`)[0];
  switch (status) {
    case 'waiting':
      return 'Queued';
    case 'running':
      return result ? printCounted(result.records, 'record') : (note ?? 'Running');
    case 'partial':
      return 'Partially imported';
    case 'unchanged':
      return `Unchanged, ${printNotice(row).slice(2) || 'nothing written'}`;
    case 'refused':
      return reported ?? 'Not recognized';
    case 'failed':
      return reported ?? note ?? 'Failed';
    case 'cancelled':
      return 'Canceled';
    case 'imported':
      return result?.pendingTail ? 'Imported, last line pending' : `Imported${printNotice(row)}`;
  }
};

import { formatsThatAreRead } from '@/lib/domain/issue.ts';
import { printCounted } from '@/lib/print/number.ts';
import type { IssueCode } from '@/lib/domain/issue.ts';
import type { ImportRow } from './import-row.ts';
import { issueWords } from './issue-words.ts';

const noticeCodes: readonly IssueCode[] = ['missing_log', 'no_session'];

/** What a file as a whole was told, in full. */
export const findReason = ({ result }: ImportRow): string | undefined => result?.issues.find(({ line }) => line === null)?.message;

/** Of a file that was read, what else its result says of it as a whole: a few words, the rest opens under it. */
const printNotice = ({ result }: ImportRow): string => {
  const notice = result?.issues.find(({ line, code }) => line === null && noticeCodes.includes(code));
  return notice ? `, ${issueWords[notice.code].toLowerCase()}` : '';
};

/** The result of a file in a few words. A list of what could be read instead is left out: the page says it once. */
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

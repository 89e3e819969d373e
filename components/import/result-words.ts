import { printCounted } from '@/lib/print/number.ts';
import type { IssueCode } from '@/lib/domain/issue.ts';
import type { ImportRow } from './import-row.ts';
import { issueWords } from '@/lib/print/issue-words.ts';

const noticeCodes: readonly IssueCode[] = ['missing_log', 'no_session', 'no_trajectory', 'unchecked'];

/** Why nothing of a file was read, in full; of others, the message about the file as a whole. */
export const findReason = ({ result }: ImportRow): string | undefined =>
  result?.issues.find(({ line }) => line === null || result.sourceId === null)?.message;

/** A notice about a file that was read, in a few words; its row opens to the whole message. */
const printNotice = ({ result }: ImportRow): string => {
  const notice = result?.issues.find(({ line, code }) => line === null && noticeCodes.includes(code));
  return notice ? `, ${issueWords[notice.code].toLowerCase()}` : '';
};

/** Imports before the list was printed once per import stored it at the end of each message. */
const formatList = / Formats that are read: .*$/su;

/** The result of a file in a few words. */
export const printResult = (row: ImportRow): string => {
  const { status, result, note } = row;
  const reported = findReason(row)?.replace(formatList, '');
  switch (status) {
    case 'waiting':
      return 'Queued';
    case 'running':
      return result ? printCounted(result.records, 'record') : (note ?? 'Running');
    case 'partial':
      return `${result?.grew ? 'Grew' : 'New'}, partially imported`;
    case 'unchanged':
      return `Unchanged, ${printNotice(row).slice(2) || 'nothing written'}`;
    case 'refused':
      return reported ?? 'Not recognized';
    case 'failed':
      return reported ?? note ?? 'Failed';
    case 'cancelled':
      return reported ?? 'Not sent';
    case 'imported':
      return `${result?.grew ? 'Grew' : 'New'}${result?.pendingTail ? ', last line pending' : printNotice(row)}`;
  }
};

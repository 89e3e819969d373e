import { formatsThatAreRead } from '@/lib/domain/issue.ts';
import { printCounted } from '@/lib/print/number.ts';
import type { ImportRow } from './import-row.ts';

/** What a file as a whole was told, in full. */
export const findReason = ({ result }: ImportRow): string | undefined => result?.issues.find(({ line }) => line === null)?.message;

/** The result of a file in a few words. A list of what could be read instead is left out: the page says it once. */
export const printResult = (row: ImportRow): string => {
  const { status, result, note } = row;
  const told = findReason(row)?.split(` ${formatsThatAreRead}`)[0];
  switch (status) {
    case 'waiting':
      return 'Waiting';
    case 'running':
      return result ? printCounted(result.records, 'record') : (note ?? 'Running');
    case 'partial':
      return 'Imported in part';
    case 'unchanged':
      return 'Unchanged, nothing written';
    case 'refused':
      return told ?? 'Not recognised';
    case 'failed':
      return told ?? note ?? 'Failed';
    case 'cancelled':
      return 'Cancelled';
    case 'imported':
      return result?.pendingTail ? 'Imported, last line pending' : 'Imported';
  }
};

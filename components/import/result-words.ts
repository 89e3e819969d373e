import { printCounted } from '@/lib/print/number.ts';
import type { ImportRow } from './import-row.ts';

/** The result of a file in a few words. */
export const printResult = ({ status, result, note }: ImportRow): string => {
  const told = result?.issues.find(({ line }) => line === null)?.message;
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

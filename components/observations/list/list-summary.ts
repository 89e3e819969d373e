import { printCount, printCounted } from '@/lib/print/number.ts';
import type { ListedCounts } from './collapsed.ts';
import type { ListView } from '@/components/observations/filter/list-filter.ts';

/** The number of matches, in full and in shorter forms; collapsed ones are listed separately. */
export const listSummaries = (view: ListView, listed: ListedCounts | null, occurrences: number | null): string[] => {
  if (listed === null) return [];
  const { shown, collapsed } = listed;
  if (collapsed > 0) return [printListed(listed), `${printCount(collapsed)} collapsed`];
  const what = printCounted(shown, view === 'groups' ? 'group' : 'observation');
  const short = shown === 1 ? '1 matches' : `${printCount(shown)} match`;
  return [...(occurrences === null || view === 'single' ? [] : [`${what}, ${printCounted(occurrences, 'occurrence')}`]), what, short];
};

/** `16 matching`; `10 shown, 6 collapsed`. */
export const printListed = ({ shown, collapsed }: ListedCounts): string =>
  collapsed > 0 ? `${printCount(shown)} shown, ${printCount(collapsed)} collapsed` : `${printCount(shown)} matching`;

import { printCount, printCounted } from '@/lib/print/number.ts';
import type { ListedCounts } from './collapsed.ts';
import type { ListView } from '@/components/observations/filter/list-filter.ts';

/** How much matches, in full and ever shorter; what is folded is said apart. */
export const listSummaries = (view: ListView, listed: ListedCounts | null, occurrences: number | null): string[] => {
  if (listed === null) return [];
  const { shown, folded } = listed;
  if (folded > 0) return [printListed(listed), `${printCount(folded)} collapsed`];
  const what = printCounted(shown, view === 'groups' ? 'group' : 'observation');
  const short = shown === 1 ? '1 matches' : `${printCount(shown)} match`;
  return [...(occurrences === null || view === 'single' ? [] : [`${what}, ${printCounted(occurrences, 'occurrence')}`]), what, short];
};

/** `16 that match`; `10 shown, 6 folded`. */
export const printListed = ({ shown, folded }: ListedCounts): string =>
  folded > 0 ? `${printCount(shown)} shown, ${printCount(folded)} collapsed` : `${printCount(shown)} matching`;

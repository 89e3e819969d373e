import { printCount } from '@/lib/print/number.ts';
import { toVisibleText } from '@/lib/print/visible-text.ts';
import type { ListFilter, ListView } from '@/components/observations/filter/list-filter.ts';
import type { ListRow } from '@/components/observations/list-rows.ts';
import { isSelected, type Selection } from '@/components/observations/selection.ts';

const maxNames = 3;

/**
 * How far an action on what is selected reaches, where that is further than the list is narrowed: a group that is selected is acted on
 * as a whole, in whatever project and session; all that match, within the filter alone. Null where the list says it all.
 */
export const printReach = (
  { view, projects, session }: Pick<ListFilter, 'projects' | 'session'> & { view: ListView },
  selection: Selection,
  rows: readonly ListRow[],
): string | null => {
  if (view === 'single' || selection.kind !== 'rows' || (projects.length === 0 && session === null)) return null;
  const narrowed = session === null ? 'projects' : 'sessions';
  const isKnown = [...selection.versions.keys()].every((key) => rows.some((row) => row.key === key));
  if (narrowed === 'sessions' || !isKnown) return `Applies to whole groups, in other ${narrowed} too`;
  const places = [...new Set(rows.filter(({ key }) => isSelected(selection, key)).flatMap((row) => row.places))];
  if (places.every((place) => projects.includes(place))) return null;
  const names = places.length > maxNames ? `${printCount(places.length)} projects` : places.map(toVisibleText).join(', ');
  return `Applies to whole groups: in ${names}`;
};

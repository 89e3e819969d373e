import type { ListRow } from '@/components/observations/list-rows.ts';

const maxPlaces = 2;

/** Whether a category says no more than its observer's name: `Error Cascade` of the `Error Cascade Detector`. */
const isSaid = (category: string, observerName: string): boolean => observerName.toLowerCase().includes(category.toLowerCase());

/** Who found it, `Stall Detector · Repetitive Pattern`; a category that the observer's name already contains is not repeated. */
export const printFoundBy = ({ observerName, category }: Pick<ListRow, 'observerName' | 'category'>): string =>
  category === null || category === '' || isSaid(category, observerName) ? observerName : `${observerName} · ${category}`;

/** Where: `ledger-sync, atlas-web`, of more projects than two only how many; of one observation its project and session. */
export const printPlaces = ({ places, sessions }: Pick<ListRow, 'places' | 'sessions'>): string =>
  sessions === null ? places.join(' / ') : places.length > maxPlaces ? `${places.length} projects` : places.join(', ');

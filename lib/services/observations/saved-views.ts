import { AppError } from '../../domain/errors.ts';
import { maxSavedViews, type SavedList, type SavedView } from '../../domain/saved-view.ts';
import { refuseSecrets } from '../refuse-secrets.ts';
import type { Store } from '../../store/store.ts';

/** Every text of a filter, by its place in the body. */
const listTexts = ({ filter }: SavedList): Record<string, string> => {
  const texts = Object.entries(filter).flatMap(([field, value]): [string, string][] => {
    if (Array.isArray(value)) return value.map((text, at) => [`shown.filter.${field}.${at}`, text]);
    return typeof value === 'string' ? [[`shown.filter.${field}`, value]] : [];
  });
  return Object.fromEntries(texts);
};

/** Lists of observations that people name. */
export const makeSavedViews = ({ store, now }: { store: Store; now: () => number }) => ({
  listViews: async () => ({ views: await store.listSavedViews() }),
  /** Saves a list under a name, or replaces what was saved under the id. Fails where another has the name, where there are too many, and where a secret is in it. */
  saveView: async (id: string, { name, shown }: { name: string; shown: SavedList }): Promise<SavedView> => {
    refuseSecrets({ name, ...listTexts(shown) }, 'views are saved as they are. Take it out.');
    const saved = { id, name, shown, savedAtMs: now() };
    const fate = await store.putSavedView(saved);
    if (fate === 'taken') throw new AppError('conflict', `There is already a view named “${name}”. Choose another name.`);
    if (fate === 'full') throw new AppError('conflict', `There are already ${maxSavedViews} saved views. Delete one first.`);
    return saved;
  },
  deleteView: async (id: string) => {
    if (!(await store.deleteSavedView(id))) throw new AppError('not_found', `There is no saved view ${id}.`);
    return { deleted: true as const };
  },
});

import { AppError } from '../domain/errors.ts';
import {
  isOfObservations,
  isOfSessions,
  maxSavedViews,
  type SavedList,
  type SavedSessions,
  type SavedSessionView,
  type SavedView,
} from '../domain/saved-view.ts';
import type { Store } from '../store/store.ts';
import { refuseSecrets } from './refuse-secrets.ts';

/** Every text of a filter, by its place in the body. */
const listTexts = ({ filter }: SavedList): Record<string, string> => {
  const texts = Object.entries(filter).flatMap(([field, value]): [string, string][] => {
    if (Array.isArray(value)) return value.map((text, at) => [`shown.filter.${field}.${at}`, text]);
    return typeof value === 'string' ? [[`shown.filter.${field}`, value]] : [];
  });
  return Object.fromEntries(texts);
};

type Deps = { store: Store; now: () => number };

const saysNoSecrets = 'views are saved as they are. Take it out.';

/** Saves a view, or replaces what has its id. Fails where another has the name, and where there are too many. */
const put = async <View extends (SavedView & { shown: SavedList }) | SavedSessionView>(store: Store, view: View): Promise<View> => {
  const fate = await store.putSavedView(view);
  if (fate === 'taken') throw new AppError('conflict', `There is already a view named “${view.name}”. Choose another name.`);
  if (fate === 'full') throw new AppError('conflict', `There are already ${maxSavedViews} saved views. Delete one first.`);
  return view;
};

const makeDelete = (store: Store) => async (id: string) => {
  if (!(await store.deleteSavedView(id))) throw new AppError('not_found', `There is no saved view ${id}.`);
  return { deleted: true as const };
};

/** Lists of observations that people name. One with a secret in it is refused. */
export const makeSavedViews = ({ store, now }: Deps) => ({
  listViews: async () => ({ views: (await store.listSavedViews()).filter(isOfObservations) }),
  saveView: async (id: string, { name, shown }: { name: string; shown: SavedList }): Promise<SavedView> => {
    refuseSecrets({ name, ...listTexts(shown) }, saysNoSecrets);
    return put(store, { id, name, shown, savedAtMs: now() });
  },
  deleteView: makeDelete(store),
});

/** Lists of sessions that people name. One with a secret in it is refused. */
export const makeSessionViews = ({ store, now }: Deps) => ({
  listViews: async () => ({ views: (await store.listSavedViews()).filter(isOfSessions) }),
  saveView: async (id: string, { name, shown }: { name: string; shown: SavedSessions }): Promise<SavedSessionView> => {
    const texts = [...new URLSearchParams(shown.list)].map(([field, text]): [string, string] => [`shown.list.${field}`, text]);
    refuseSecrets({ name, ...Object.fromEntries(texts) }, saysNoSecrets);
    return put(store, { id, name, shown, savedAtMs: now() });
  },
  deleteView: makeDelete(store),
});

import type { Store } from '../../store/store.ts';

/** The names of sessions, as conditions of a search take them, that no session in the archive has. */
export const listUnknown = async (store: Pick<Store, 'listSearchValues'>, names: readonly string[]): Promise<string[]> => {
  const unknown: string[] = [];
  for (const name of names) {
    const conditions = [{ field: 'session' as const, values: [name], isNot: false }];
    const [found] = await store.listSearchValues('session', '', { terms: [], conditions, limit: 1 });
    if (!found) unknown.push(name);
  }
  return unknown;
};

import { findId } from '../../lib/services/observations/find-id.ts';
import type { Store } from '../../lib/store/store.ts';

export type FoundIds = { ids: string[]; missing: string[] };

/** Group for its fingerprint or for one of its observations. */
const findFingerprint = async (store: Store, name: string): Promise<string | null> => {
  const group = await findId(store, 'groups', name);
  if (group !== null) return group;
  const id = await findId(store, 'observations', name);
  return id === null ? null : ((await store.findObservation(id))?.fingerprint ?? null);
};

/**
 * Full ids of observations (or fingerprints of groups) from prefixes, without duplicates. Fails with `invalid_input` if a prefix is
 * ambiguous or too short.
 */
export const findIds = async (store: Store, names: readonly string[], isGroup: boolean): Promise<FoundIds> => {
  const found: FoundIds = { ids: [], missing: [] };
  for (const name of names) {
    const id = isGroup ? await findFingerprint(store, name) : await findId(store, 'observations', name);
    if (id === null) found.missing.push(name);
    else if (!found.ids.includes(id)) found.ids.push(id);
  }
  return found;
};

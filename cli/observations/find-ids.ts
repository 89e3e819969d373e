import { findId } from '../../lib/services/observations/find-id.ts';
import type { Store } from '../../lib/store/store.ts';

export type FoundIds = { ids: string[]; missing: string[] };

/** The group that is named by its fingerprint, or by an observation of it. */
const findFingerprint = async (store: Store, name: string): Promise<string | null> => {
  const group = await findId(store, 'groups', name);
  if (group !== null) return group;
  const id = await findId(store, 'observations', name);
  return id === null ? null : ((await store.findObservation(id))?.fingerprint ?? null);
};

/**
 * Whole ids of observations (or fingerprints of groups) of how they begin, each once. Fails with `invalid_input` where one begins several
 * or is too short to tell, before anything is done.
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

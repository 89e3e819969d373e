import { AppError } from '../../domain/errors.ts';
import type { ObservationStore } from '../../store/store.ts';

/** How much of an id names it, in characters. */
export const minPrefix = 6;
const maxCandidates = 10;

/**
 * The whole id of an observation (or the fingerprint of a group) of how it begins; null: there is none. Fails with `invalid_input` where
 * it begins several or is too short to tell.
 */
export const findId = async (
  store: Pick<ObservationStore, 'listObservationIds'>,
  of: 'observations' | 'groups',
  name: string,
): Promise<string | null> => {
  const found = await store.listObservationIds(of, name, maxCandidates + 1);
  // A whole id may begin another one.
  if (found[0] === name) return name;
  if (name.length < minPrefix) {
    throw new AppError(
      'invalid_input',
      `${name === '' ? 'An empty id' : name}: use at least the first ${minPrefix} characters of the id.`,
    );
  }
  if (found.length <= 1) return found[0] ?? null;
  const more = found.length > maxCandidates ? ', and more' : '';
  throw new AppError('invalid_input', `${name} matches several ids: ${found.slice(0, maxCandidates).join(', ')}${more}. Use a longer prefix.`);
};

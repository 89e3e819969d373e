import { AppError } from '../../domain/errors.ts';
import type { ObservationStore } from '../../store/observation-store.ts';

/** Minimum length of an id prefix, in characters. */
export const minPrefix = 6;
const maxCandidates = 10;

/**
 * The full id of an observation (or fingerprint of a group) for a prefix; null if there is none. Fails with `invalid_input` if the prefix
 * is ambiguous or too short.
 */
export const findId = async (
  store: Pick<ObservationStore, 'listObservationIds'>,
  of: 'observations' | 'groups',
  name: string,
): Promise<string | null> => {
  const found = await store.listObservationIds(of, name, maxCandidates + 1);
  // A full id may be a prefix of another id.
  if (found[0] === name) return name;
  if (name.length < minPrefix) {
    throw new AppError('invalid_input', `${name === '' ? 'An empty id' : name}: use at least the first ${minPrefix} characters of the id.`);
  }
  if (found.length <= 1) return found[0] ?? null;
  const more = found.length > maxCandidates ? ', and more' : '';
  throw new AppError(
    'invalid_input',
    `${name} matches several ids: ${found.slice(0, maxCandidates).join(', ')}${more}. Use a longer prefix.`,
  );
};

import { AppError } from '../../domain/errors.ts';
import { makeObserverSet, defaultConfig, type ObserverSet } from '../../observers/observer-set.ts';

/** Returns the configured observers; call it each time, because the configuration may change. */
export type LoadObservers = () => ObserverSet;

/** All observers with default settings, for when nothing is configured. */
export const makeDefaultObservers = (): ObserverSet => {
  const { set, problems } = makeObserverSet(defaultConfig);
  if (!set) throw new AppError('internal', `The default observers are not valid: ${problems.map(({ message }) => message).join('; ')}`);
  return set;
};

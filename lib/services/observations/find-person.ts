import { userInfo } from 'node:os';

/** The current user's name, used as the default actor. */
export const findPerson = (): string => {
  try {
    return userInfo().username || 'somebody';
  } catch {
    // A user id may have no name.
    return 'somebody';
  }
};

import { userInfo } from 'node:os';

/** The name of who runs this process, as the operating system knows it: who acts, unless it is said. */
export const findPerson = (): string => {
  try {
    return userInfo().username || 'somebody';
  } catch {
    // A process may run under a number that has no name.
    return 'somebody';
  }
};

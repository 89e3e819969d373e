import { printCounted } from '@/lib/print/number.ts';

/** `once`, `twice`, `14 times`. */
export const printTimes = (seen: number): string => (seen === 1 ? 'once' : seen === 2 ? 'twice' : printCounted(seen, 'time'));

/** `in one session`, `in 4 sessions`; empty without a session, or if unknown. */
export const printSessions = (sessions: number | null): string =>
  sessions === null || sessions === 0 ? '' : sessions === 1 ? 'in one session' : `in ${printCounted(sessions, 'session')}`;

/** `once`, `6 times in one session`: once is in one session anyway. */
export const printSeen = (seen: number, sessions: number | null): string =>
  [printTimes(seen), seen === 1 ? '' : printSessions(sessions)].filter((part) => part !== '').join(' ');

import { printSessionCount } from '@/lib/print/session-count.ts';
import { printCounted } from '@/lib/print/number.ts';

/** `once`, `twice`, `14 times`. */
export const printTimes = (seen: number): string => (seen === 1 ? 'once' : seen === 2 ? 'twice' : printCounted(seen, 'time'));

type Sessions = { /** With the subagents. */ sessions: number; subagents: number };

/** `in one session`, `in 4 sessions and 2 subagents`; empty without a session, or if unknown. */
export const printSessions = (counted: Sessions | null): string => {
  if (counted === null || counted.sessions === 0) return '';
  const one = counted.subagents === 1 ? 'one subagent' : 'one session';
  return `in ${counted.sessions === 1 ? one : printSessionCount(counted)}`;
};

/** `once`, `6 times in one session`: once is in one session anyway. */
export const printSeen = (seen: number, counted: Sessions | null): string =>
  [printTimes(seen), seen === 1 ? '' : printSessions(counted)].filter((part) => part !== '').join(' ');

import type { Session } from '../domain/session.ts';
import { printCount } from './number.ts';

type StoppedCounts = Pick<Session, 'toolRejected' | 'toolDenied' | 'toolInterrupted'>;

/** Calls that did not run to their end, or not at all: their number in a session or a turn, and their outcome. */
export const stoppedKinds = [
  ['toolRejected', 'rejected'],
  ['toolDenied', 'denied'],
  ['toolInterrupted', 'interrupted'],
] as const;

/** How many calls did not run to their end, by why: `2 rejected`, `1 denied`, `3 interrupted`; nothing for a count of 0. */
export const listStoppedCalls = (counts: StoppedCounts): string[] =>
  stoppedKinds.flatMap(([key, word]) => (counts[key] > 0 ? [`${printCount(counts[key])} ${word}`] : []));

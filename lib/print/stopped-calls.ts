import type { Session } from '../domain/session.ts';
import { printCount } from './number.ts';

/** How many calls did not run to their end, by why: `2 rejected`, `1 denied`, `3 interrupted`; nothing for a count of 0. */
export const listStoppedCalls = ({
  toolRejected,
  toolDenied,
  toolInterrupted,
}: Pick<Session, 'toolRejected' | 'toolDenied' | 'toolInterrupted'>): string[] =>
  (
    [
      [toolRejected, 'rejected'],
      [toolDenied, 'denied'],
      [toolInterrupted, 'interrupted'],
    ] as const
  ).flatMap(([count, word]) => (count > 0 ? [`${printCount(count)} ${word}`] : []));

import type { Turn } from '../domain/turn.ts';
import { printDuration } from './duration.ts';

/** `9.0 s active`, or, where the active time is not known or not all of the duration, `9.0 s active of 12 min`, `12 min`. */
export const printTurnTime = ({ activeMs, durationMs }: Pick<Turn, 'activeMs' | 'durationMs'>): string => {
  const [active, duration] = [printDuration(activeMs), printDuration(durationMs)];
  if (activeMs === null) return duration;
  return durationMs === null || active === duration ? `${active} active` : `${active} active of ${duration}`;
};

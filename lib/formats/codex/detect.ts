import { isCodex, isCodexExec, isLegacyCodex, itemsOf } from '../content-marks.ts';
import type { Head } from '../format.ts';

/** Rollouts, by content: one line with its type and payload is enough; older ones by their bare first line. */
export const detectCodex = (head: Head): number => {
  const items = itemsOf(head);
  if (items.some(isCodex)) return 0.95;
  return isLegacyCodex(items) ? 0.9 : 0;
};

export const detectCodexExec = (head: Head): number => (itemsOf(head).some(isCodexExec) ? 0.9 : 0);

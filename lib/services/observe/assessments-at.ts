import type { Assessment } from '../../domain/assessment.ts';

/** Of assessments in their order, those of the last call at or before a call at which anything was said: one assessment file. */
export const findFile = (assessments: readonly Assessment[], atCall: number): Assessment[] => {
  const last = assessments.findLast(({ callIndex }) => callIndex <= atCall);
  return last ? assessments.filter(({ callIndex }) => callIndex === last.callIndex) : [];
};

/** What each observer said last at or before a call, in the order in which they first said something. */
export const findInForce = (assessments: readonly Assessment[], atCall: number): Assessment[] => {
  const last = new Map<string, Assessment>();
  for (const one of assessments) if (one.callIndex <= atCall) last.set(one.observer, one);
  return [...last.values()];
};

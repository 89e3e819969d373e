import type { Step } from './make-calls.ts';

/** Expected finding: its observer, its heading, and the latest call that may report it. */
export type Expected = { observer: string; category: string; by: number; notBefore?: number };

/** A short session and what is right to say of it. Anything that is found and not named here is a false alarm. */
export type Labeled = {
  /** The case that it stands for. */
  row: string;
  name: string;
  why: string;
  steps: readonly Step[];
  expected: readonly Expected[];
};

/** Nothing may be said. */
export const silent: readonly Expected[] = [];

export const repetition = (by: number, notBefore = by): Expected => ({ observer: 'stall', category: 'Repetitive Pattern', by, notBefore });
export const cycle = (by: number): Expected => ({ observer: 'stall', category: 'Cycle', by });
export const oscillation = (by: number): Expected => ({ observer: 'stall', category: 'Oscillation', by });
export const polling = (by: number, notBefore = by): Expected => ({ observer: 'stall', category: 'Polling', by, notBefore });
export const errorRate = (by: number): Expected => ({ observer: 'stall', category: 'Elevated Error Rate', by });
export const cascade = (by: number, notBefore = by): Expected => ({ observer: 'error_cascade', category: 'Error Cascade', by, notBefore });
export const outage = (by: number): Expected => ({ observer: 'error_cascade', category: 'Outage', by });
export const drift = (by: number): Expected => ({ observer: 'drift', category: 'Scope Drift', by });

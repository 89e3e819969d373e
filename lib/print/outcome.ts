import type { Outcome } from '../domain/outcome-names.ts';

/** An outcome as people read it: what has no end runs only as long as its session does. */
export const printOutcome = (outcome: Outcome, isLive: boolean): string => (outcome === 'running' && !isLive ? 'no end recorded' : outcome);

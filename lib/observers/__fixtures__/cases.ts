import { drifts } from './drifts.ts';
import { failures } from './failures.ts';
import type { Labelled } from './labelled.ts';
import { loops } from './loops.ts';
import { retries } from './retries.ts';
import { waits } from './waits.ts';

/** All labelled sessions. */
export const cases: readonly Labelled[] = [...loops, ...waits, ...failures, ...drifts, ...retries];

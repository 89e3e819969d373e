import { drift } from './drift-kind.ts';
import { errorCascade } from './error-cascade-kind.ts';
import type { ObserverKind } from './observer.ts';
import { stall } from './stall-kind.ts';
import { unverifiedFinish } from './unverified-finish-kind.ts';

/** The only list of observers, in the order of the default configuration. */
export const observerKinds: readonly ObserverKind[] = [stall, errorCascade, drift, unverifiedFinish];

import { drift } from './drift-kind.ts';
import { errorCascade } from './error-cascade-kind.ts';
import type { ObserverKind } from './observer.ts';
import { stall } from './stall-kind.ts';
import { unverifiedFinish } from './unverified-finish-kind.ts';

/** The only list of observers; their order is that of the usual configuration. */
export const observerKinds: readonly ObserverKind[] = [stall, errorCascade, drift, unverifiedFinish];
